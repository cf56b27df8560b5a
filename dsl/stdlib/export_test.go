package stdlib

import (
	"maps"
	"slices"
)

// Constants lists the constants of the library.
func Constants() []string { return slices.Concat(slices.Collect(maps.Values(constants))...) }

// FileOf is the file that defines a constant.
func FileOf(constant string) string {
	for file, paths := range constants {
		if slices.Contains(paths, constant) {
			return file + ".rb"
		}
	}
	return ""
}

package expand

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"signalbox/grammar"
)

// What a path that is given to Load leads to.

// routesIn is the routes.rb of a folder that is no application: of config itself,
// mostly. Empty if there is none.
func routesIn(dir string) string {
	if _, err := os.Stat(filepath.Join(dir, "config", "routes.rb")); !errors.Is(err, fs.ErrNotExist) {
		return ""
	}
	file := filepath.Join(dir, "routes.rb")
	if info, err := os.Stat(file); err != nil || !info.Mode().IsRegular() {
		return ""
	}
	if filepath.Base(dir) != "config" && len(engineFilesIn(dir)) > 0 {
		return ""
	}
	return file
}

// irregular is the error of what is neither a file nor a folder.
func irregular(name string) error {
	return &RouteError{
		Class: "IOError", Message: "is no regular file", Pos: grammar.Pos{Filename: name},
		Hint: "give a file of its own: a folder, a pipe or a device is not read as one",
	}
}

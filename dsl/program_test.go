package dsl_test

import (
	"os"
	"strings"
	"testing"

	"signalbox/dsl"
	"signalbox/dsl/internal/rubytest"
)

// TestPrograms runs whole programs and compares their values with Ruby's.
func TestPrograms(t *testing.T) {
	rubytest.Compare(t, "testdata/programs", dsl.Options{Library: dsl.TestLibrary})
}

// readSeeds returns the programs of a file as seeds for fuzzing.
func readSeeds(file string) []string {
	src, err := os.ReadFile(file)
	if err != nil {
		return nil
	}
	return strings.Split(string(src), "#---\n")
}

// outcome is what Inspect shows of a program's value, or "Class: message" of its exception.
func outcome(src string) string {
	return rubytest.Eval(dsl.Options{Library: dsl.TestLibrary}, src).String()
}

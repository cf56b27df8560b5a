package stdlib_test

import (
	"io/fs"
	"os"
	"testing"

	"signalbox/dsl"
	"signalbox/dsl/internal/rubytest"
	"signalbox/dsl/stdlib"
)

// The library does as Ruby's.
func TestAsRuby(t *testing.T) {
	rubytest.Compare(t, "testdata", dsl.Options{Library: stdlib.Library})
}

// outcome is what inspect shows of a program's value.
func outcome(in *dsl.Interp, src string) (string, error) {
	_, shown, err := rubytest.Run(in, src)
	return shown, err
}

// TestFilesRead reads every file of the library.
func TestFilesRead(t *testing.T) {
	names, err := fs.Glob(os.DirFS("lib"), "*.rb")
	if err != nil {
		t.Fatal(err)
	}
	listed := map[string]bool{}
	for _, path := range stdlib.Constants() {
		in := dsl.New(dsl.Options{Library: stdlib.Library, Note: func(n dsl.Notice) {
			t.Errorf("%s: %s: %s", path, n.Pos, n.Text)
		}})
		if v, ok := in.Const(path); !ok {
			t.Errorf("no constant %s", path)
		} else if dsl.IsUnknown(v) {
			t.Errorf("%s is unknown", path)
		}
		listed[stdlib.FileOf(path)] = true
	}
	for _, name := range names {
		if !listed[name] {
			t.Errorf("no constant leads to lib/%s", name)
		}
	}
}

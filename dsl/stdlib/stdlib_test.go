package stdlib_test

import (
	"bufio"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"signalbox/dsl"
	"signalbox/dsl/stdlib"
	"signalbox/grammar"
)

// A row is a line that dsl/testdata/core/gen.rb wrote: an expression and what Ruby made
// of it.
type row struct {
	Expr    string
	Value   *string
	Error   string
	Message string
}

// TestAsRuby evaluates every expression of testdata, each in an interpreter of its own,
// and compares the inspected value or the exception with Ruby's.
func TestAsRuby(t *testing.T) {
	files, err := filepath.Glob("testdata/*.jsonl")
	if err != nil || len(files) == 0 {
		t.Fatalf("no expectations: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".jsonl"), func(t *testing.T) {
			t.Parallel()
			for _, want := range rows(t, file) {
				if diff := cmp.Diff(want, evaluated(want.Expr)); diff != "" {
					t.Errorf("%s\n(-Ruby +signalbox)\n%s", want.Expr, diff)
				}
			}
		})
	}
}

func rows(t testing.TB, file string) []row {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var all []row
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var r row
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		if r.Expr != "" { // the first line has the versions
			all = append(all, r)
		}
	}
	if len(all) == 0 {
		t.Fatalf("%s: no rows", file)
	}
	return all
}

func evaluated(expr string) row {
	r := row{Expr: expr}
	shown, err := outcome(dsl.New(dsl.Options{Library: stdlib.Library}), expr)
	if err == nil {
		r.Value = &shown
		return r
	}
	r.Error, r.Message = "error", err.Error()
	var e *dsl.EvalError
	if errors.As(err, &e) {
		r.Error, r.Message = e.Class, e.Message
	}
	return r
}

// outcome is the inspected value of a program.
func outcome(in *dsl.Interp, src string) (string, error) {
	_, shown, err := valueOf(in, src)
	return shown, err
}

// valueOf is the value of a program, and how it is inspected.
func valueOf(in *dsl.Interp, src string) (dsl.Value, string, error) {
	file, err := grammar.Parse("routes.rb", []byte(src))
	if err != nil {
		return nil, "", err
	}
	thread := in.NewThread()
	v, err := thread.Run(file, nil)
	if err != nil {
		return nil, "", err
	}
	shown, err := thread.Inspect(v)
	return v, shown, err
}

// TestFilesRead reads every file of the library.
func TestFilesRead(t *testing.T) {
	names, err := fs.Glob(os.DirFS("lib"), "*.rb")
	if err != nil {
		t.Fatal(err)
	}
	listed := map[string]bool{}
	for _, path := range stdlib.Constants() {
		in := dsl.New(dsl.Options{Library: stdlib.Library, Note: func(pos grammar.Pos, summary, _ string) {
			t.Errorf("%s: %s: %s", path, pos, summary)
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

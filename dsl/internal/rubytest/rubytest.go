// Package rubytest compares what interpreters make of lines of Ruby with what Ruby makes of
// them, for tests. The lines are in TOPIC.rb of a testdata folder; Ruby writes TOPIC.jsonl
// beside it:
//
//	scripts/judge/run ruby lines dsl/core/testdata/string.rb
package rubytest

import (
	"bufio"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"signalbox/dsl"
	"signalbox/grammar"
)

// A Row is a line of Ruby, or a program of some, and what comes of it: a value as inspect shows it, or an exception.
type Row struct {
	Expr    string
	Value   *string
	Error   string
	Message string
}

// String returns the value, or "Class: message" of the exception.
func (r Row) String() string {
	if r.Value != nil {
		return *r.Value
	}
	return r.Error + ": " + r.Message
}

// Compare evaluates the lines of every topic in a folder, each in an interpreter of its own,
// and reports those of which Ruby makes something else.
func Compare(t *testing.T, dir string, options dsl.Options) {
	files, err := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no expectations: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".jsonl"), func(t *testing.T) {
			t.Parallel()
			for _, want := range Rows(t, file) {
				if diff := cmp.Diff(want, Eval(options, want.Expr)); diff != "" {
					t.Errorf("%s\n(-Ruby +signalbox)\n%s", want.Expr, diff)
				}
			}
		})
	}
}

// Rows returns what Ruby wrote into a file.
func Rows(t testing.TB, file string) []Row {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var rows []Row
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var r Row
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		if r.Expr != "" { // the first line has the versions
			rows = append(rows, r)
		}
	}
	if err := lines.Err(); err != nil || len(rows) == 0 {
		t.Fatalf("%s: %d rows, %v", file, len(rows), err)
	}
	return rows
}

// Eval evaluates a program in an interpreter of its own.
func Eval(options dsl.Options, src string) Row {
	row := Row{Expr: src}
	_, text, err := Run(dsl.New(options), src)
	if err == nil {
		row.Value = &text
		return row
	}
	row.Error, row.Message = "error", err.Error()
	var raised *dsl.EvalError
	if errors.As(err, &raised) {
		row.Error, row.Message = raised.Class, raised.Message
	}
	return row
}

// Run runs a program as routes.rb, and returns its value and how inspect shows it.
func Run(in *dsl.Interp, src string) (v dsl.Value, shown string, err error) {
	file, err := grammar.Parse("routes.rb", []byte(src))
	if err != nil {
		return nil, "", err
	}
	thread := in.NewThread()
	if v, err = thread.Run(file, nil); err != nil {
		return nil, "", err
	}
	shown, err = thread.Inspect(v)
	return v, shown, err
}

package dsl_test

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

// A coreRow is a line that testdata/core/gen.rb wrote: an expression and what
// Ruby made of it.
type coreRow struct {
	Expr    string
	Value   *string
	Error   string
	Message string
}

// TestCore evaluates every expression of testdata/core, each in an interpreter
// of its own, and compares the inspected value or the exception with Ruby's.
func TestCore(t *testing.T) {
	files, err := filepath.Glob("testdata/core/*.jsonl")
	if err != nil || len(files) == 0 {
		t.Fatalf("no expectations: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".jsonl"), func(t *testing.T) {
			t.Parallel()
			rows := readCore(t, file)
			if len(rows) == 0 {
				t.Fatal("no rows")
			}
			for _, want := range rows {
				if diff := cmp.Diff(want, evalCore(want.Expr)); diff != "" {
					t.Errorf("%s\n(-Ruby +signalbox)\n%s", want.Expr, diff)
				}
			}
		})
	}
}

func readCore(t *testing.T, file string) []coreRow {
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var rows []coreRow
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var r coreRow
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		if r.Expr != "" { // the first line tells the versions
			rows = append(rows, r)
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return rows
}

// evalCore evaluates an expression as gen.rb does.
func evalCore(expr string) coreRow {
	row := coreRow{Expr: expr}
	file, err := grammar.Parse("core.rb", []byte(expr))
	if err != nil {
		row.Error, row.Message = "SyntaxError", err.Error()
		return row
	}
	thread := dsl.New(dsl.Options{Library: dsl.TestLibrary}).NewThread()
	v, err := thread.Run(file, nil)
	if err == nil {
		var text string
		if text, err = thread.Inspect(v); err == nil {
			row.Value = &text
			return row
		}
	}
	row.Error, row.Message = "error", err.Error()
	var e *dsl.EvalError
	if errors.As(err, &e) {
		row.Error, row.Message = e.Class, e.Message
	}
	return row
}

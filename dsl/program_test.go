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

// A program is a row that testdata/programs/gen.rb wrote: what Ruby made of it.
type program struct {
	Program string
	Value   *string
	Error   string
	Message string
}

// TestPrograms runs whole programs and compares their values with Ruby's.
func TestPrograms(t *testing.T) {
	files, err := filepath.Glob("testdata/programs/*.jsonl")
	if err != nil || len(files) == 0 {
		t.Fatalf("no programs: %v", err)
	}
	for _, file := range files {
		for i, p := range readPrograms(t, file) {
			t.Run(filepath.Base(file), func(t *testing.T) {
				got := runProgram(p.Program)
				want := program{Program: p.Program, Value: p.Value, Error: p.Error, Message: p.Message}
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("program %d:\n%s\n(-Ruby +signalbox)\n%s", i+1, p.Program, diff)
				}
			})
		}
	}
}

func readPrograms(t *testing.T, file string) []program {
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var rows []program
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var p program
		if err := json.Unmarshal(lines.Bytes(), &p); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		if p.Program != "" { // the first line tells the versions
			rows = append(rows, p)
		}
	}
	return rows
}

func runProgram(src string) program {
	p := program{Program: src}
	file, err := grammar.Parse("program.rb", []byte(src))
	if err != nil {
		p.Error, p.Message = "SyntaxError", err.Error()
		return p
	}
	thread := dsl.New(dsl.Options{Library: dsl.TestLibrary}).NewThread()
	v, err := thread.Run(file, nil)
	if err == nil {
		var text string
		if text, err = thread.Inspect(v); err == nil {
			p.Value = &text
			return p
		}
	}
	p.Error, p.Message = "error", err.Error()
	var e *dsl.EvalError
	if errors.As(err, &e) {
		p.Error, p.Message = e.Class, e.Message
	}
	return p
}

// readSeeds gives the programs of a file as seeds for fuzzing.
func readSeeds(file string) []string {
	src, err := os.ReadFile(file)
	if err != nil {
		return nil
	}
	return strings.Split(string(src), "#---\n")
}

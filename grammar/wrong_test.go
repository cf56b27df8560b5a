package grammar

import (
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestWrong compares what is an error, and on which line, with what Ruby said
// about each snippet of testdata/wrong.txt (testdata/wrong.rb).
func TestWrong(t *testing.T) {
	src, err := os.ReadFile("testdata/wrong.txt")
	if err != nil {
		t.Fatal(err)
	}
	golden, err := os.ReadFile("testdata/wrong.golden")
	if err != nil {
		t.Fatal(err)
	}
	list := strings.Split(strings.TrimSuffix(string(src), "\n"), "\n----\n")
	want := strings.Split(strings.TrimSuffix(string(golden), "\n"), "\n")[1:]
	if len(want) != len(list) {
		t.Fatalf("%d snippets, %d answers: run testdata/wrong.rb", len(list), len(want))
	}
	wrong := 0
	for i, s := range list {
		_, err := Parse("", []byte(s))
		if slices.Contains(looser, s) {
			if err != nil || want[i] == "ok" {
				t.Errorf("no longer looser:\n%s", s)
			}
			continue
		}
		if want[i] == "ok" {
			if err != nil {
				t.Errorf("Ruby accepts\n%s\nwe say: %v", s, err)
			}
			continue
		}
		wrong++
		line, _, _ := strings.Cut(want[i], " ")
		n, _ := strconv.Atoi(line)
		if err == nil {
			t.Errorf("accepted:\n%s\nRuby says: %s", s, want[i])
			continue
		}
		if at := err.(Errors)[0].(positioned).Position().Line; at != n && !slices.Contains(betterLine, s) && !strings.Contains(err.Error(), ": missing ") {
			t.Errorf("%s\nRuby says: %s\nwe say: %v", s, want[i], err)
		}
	}
	t.Logf("%d snippets, %d of them wrong", len(list), wrong)
}

// betterLine are snippets where our line helps more than Ruby's.
var betterLine = []string{
	"a.b(&c) do\nend", // the place of the block, not of its end
	"def m\n  return and\n    a\nend",
	"def\nend",
	"for a\nend",
	"=begin\na", // the comment's start
}

// looser are snippets that Ruby 3.1 refuses and we accept.
var looser = []string{
	"def m(a = a)\nend", "def m(a: a)\nend", // Ruby 3.4 accepts them
	"case a\nin ^b\nend", // b is a method call then
}

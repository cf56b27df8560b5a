package grammar

import (
	"os"
	"strings"
	"testing"
)

// TestSnippets compares the tree of each snippet with the one that Ruby wrote.
func TestSnippets(t *testing.T) {
	b, err := os.ReadFile("testdata/snippets.golden")
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Split(strings.TrimSuffix(string(b), "\n"), "\n")[1:]
	list := snippets(t)
	if len(want) != len(list) {
		t.Fatalf("%d snippets, %d trees: run testdata/ripper.rb", len(list), len(want))
	}
	for i, src := range list {
		f, err := Parse("", []byte(src))
		if strings.HasPrefix(want[i], "!!") {
			if err == nil {
				t.Logf("accepted, Ruby does not:\n%s", src)
			}
			continue
		}
		if err != nil && !onlyPlaces(err) {
			t.Errorf("%s\n%s", src, Frame([]byte(src), err))
			continue
		}
		if got := (normal{}).stmts(f.Body); got != want[i] {
			t.Errorf("%s\ngot  %s\nwant %s", src, got, want[i])
		}
	}
}

// onlyPlaces tells whether err only says that a jump or a yield has nowhere to
// go. Ruby's tree is made before that is looked at.
func onlyPlaces(err error) bool {
	list, ok := err.(Errors)
	for _, e := range list {
		ok = ok && strings.Contains(e.Error(), ": Invalid ")
	}
	return ok
}

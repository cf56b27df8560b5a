package grammar

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestCorpus compares the tree of every .rb file below $CORPUS with Ruby's own.
// It needs Ruby 3.1, whose tree has the form that testdata/ripper.rb knows;
// $CORPUS_GOLDEN may name a file that the script has written before.
func TestCorpus(t *testing.T) {
	dir := os.Getenv("CORPUS")
	if dir == "" {
		t.Skip("CORPUS is not set")
	}
	var out []byte
	var err error
	if golden := os.Getenv("CORPUS_GOLDEN"); golden != "" {
		out, err = os.ReadFile(golden)
	} else {
		out, err = exec.Command("ruby", "testdata/ripper.rb", "files", dir).Output()
	}
	if err != nil {
		t.Fatal(err)
	}
	files, unsupported, parsed, equal, twice, differ := 0, 0, 0, 0, 0, 0
	for _, line := range strings.Split(strings.TrimSpace(string(out)), "\n") {
		name, want, ok := strings.Cut(line, "\t")
		if !ok || strings.HasPrefix(want, "!!") {
			continue
		}
		files++
		path := filepath.Join(dir, name)
		src, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		f, err := Parse("", src) // Ruby's tree has no name for __FILE__
		var ue *UnsupportedError
		if errors.As(err, &ue) {
			unsupported++
			continue
		}
		if err != nil {
			t.Errorf("%s: %s", path, Frame(src, err))
			continue
		}
		parsed++
		if got := (normal{}).stmts(f.Body); got == want {
			equal++
		} else if keyTwice(f) {
			twice++ // Ruby drops the first one and moves its value
		} else if differ++; differ <= 30 {
			t.Errorf("%s:\n%s", path, firstDiff(got, want))
		}
	}
	t.Logf("%d files that Ruby accepts: %d parsed, %d unsupported, %d with Ruby's structure, %d with a key given twice, %d different", files, parsed, unsupported, equal, twice, differ)
}

// keyTwice tells whether a hash in the file has a literal key twice.
func keyTwice(f *File) (found bool) {
	Walk(f, func(n Node) {
		h, ok := n.(*Hash)
		if !ok {
			return
		}
		seen := map[string]bool{}
		for _, p := range h.Pairs {
			if p.Key != nil && unused(p.Key) {
				k := (normal{}).x(p.Key)
				found = found || seen[k]
				seen[k] = true
			}
		}
	})
	return found
}

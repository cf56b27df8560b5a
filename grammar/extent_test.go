package grammar

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What stands from the name of a call to its end is the call, so that edits and messages can
// take it out of the file.
func TestEndOfCalls(t *testing.T) {
	files, err := filepath.Glob("../testdata/golden/*/*/config/routes.rb")
	if err != nil || len(files) < 100 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	seen := 0
	for _, name := range files {
		if strings.Contains(name, "/own/encodings/") || strings.Contains(name, "/own/ruby-literals/") {
			continue // a part of a file is another text: in its encoding, its line, without the heredoc below
		}
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		file, err := Parse(name, src)
		if err != nil {
			continue
		}
		Walk(file, func(n Node) {
			c, ok := n.(*Call)
			if !ok || c.End == 0 || c.Recv != nil || usesLocals(c) {
				return
			}
			part, err := Parse(name, src[c.Pos.Offset:c.End])
			if err != nil || len(part.Body.List) != 1 || String(part.Body.List[0]) != String(c) {
				t.Errorf("%v: %s ends with %q: %v", c.Pos, String(c), src[c.Pos.Offset:c.End], err)
			}
			seen++
		})
	}
	if seen < 1_000 {
		t.Errorf("%d calls", seen)
	}
}

// usesLocals reports whether a call by itself parses otherwise: a name is a variable by what
// stands before it.
func usesLocals(c *Call) (uses bool) {
	Walk(c, func(n Node) {
		switch n.(type) {
		case *Local, *Forward:
			uses = true
		}
	})
	return uses
}

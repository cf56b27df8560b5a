package grammar

import (
	"fmt"
	"strings"
	"testing"
)

// mangling are the words that are put into constructs where they don't belong.
var mangling = []string{
	"end", "def", "if", "class", "class <<", "module", "rescue", "else", "elsif", "when", "case", "in", "for", "while", "begin", "ensure",
	"then", "do", "alias", "undef", "return", "x => class = 1", "(", ")", "|", "=>", ",", "<", ";", "1", "A", "self.", "\n",
}

// Whatever stands in a construct, the tree has all the parts that code which walks
// over it expects, and the file of a statement with an error goes on behind it.
func TestMangledConstructs(t *testing.T) {
	for _, c := range constructs {
		text := fmt.Sprintf(c.line, 1)
		for at := range len(text) + 1 {
			for _, word := range mangling {
				src := text[:at] + " " + word + " " + text[at:]
				file, err := Parse("f.rb", []byte(src))
				broken := false
				Walk(file, func(n Node) {
					_, bad := n.(*BadStmt)
					broken = broken || bad
				})
				for _, x := range file.Body.List {
					_ = String(x)
				}
				if broken && err == nil {
					t.Errorf("a broken statement without an error in\n%s", src)
				}
			}
		}
	}
}

// Blocks, conditions and definitions in each other cost no more than side by side.
func TestNestedConstructsAreLinear(t *testing.T) {
	allocs := func(depth int) float64 {
		src := []byte(strings.Repeat("if a\nbegin\ndef c\nx\n", depth) + strings.Repeat("end\nend\nend\n", depth))
		return testing.AllocsPerRun(3, func() {
			if _, err := Parse("f.rb", src); err != nil {
				t.Fatal(err)
			}
		})
	}
	few, many := allocs(50), allocs(500)
	if many > 11*few {
		t.Errorf("%.0f allocations for 50 levels, %.0f for 500", few, many)
	}
}

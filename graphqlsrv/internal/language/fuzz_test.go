package language

import (
	"errors"
	"strings"
	"testing"
)

// FuzzParse: a document is read or refused with a place within it, and what was
// read and is written as text again reads the same.
func FuzzParse(f *testing.F) {
	for i, c := range cases(f) {
		if i%5 == 0 {
			f.Add(c.Query)
		}
	}
	f.Fuzz(func(t *testing.T, query string) {
		doc, err := Parse(query, 10_000)
		if err != nil {
			var s *SyntaxError
			if !errors.As(err, &s) || !strings.HasPrefix(s.Message, "Syntax Error: ") || s.Line < 1 || s.Column < 1 || s.Line > len(query)+1 || s.Column > len(query)+1 {
				t.Fatalf("%#v", err)
			}
			return
		}
		if len(doc.Operations)+len(doc.Fragments) != len(doc.Definitions) || len(doc.Definitions) == 0 {
			return // there are definitions of a schema, which the tree leaves out
		}
		// gqlparser writes block strings and characters that are no UTF-8 otherwise.
		if strings.Contains(query, `"`) {
			return
		}
		written := text(doc.QueryDocument)
		again, err := Parse(written, 0)
		if err != nil {
			t.Fatalf("%v\n%s", err, written)
		}
		if text(again.QueryDocument) != written {
			t.Fatalf("reads otherwise:\n%s\n%s", written, text(again.QueryDocument))
		}
	})
}

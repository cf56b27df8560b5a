package files_test

import (
	"testing"

	"signalbox/expand/files"
	"signalbox/grammar"
)

// Loads of one application parse a file again if its text is another, and only then.
func TestParsedFiles(t *testing.T) {
	var parsed files.Parsed
	parse := func(src string) *grammar.File {
		f, err := parsed.Parse("config/routes.rb", []byte(src), 1<<20)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	first := parse("get :a")
	if parse("get :a") != first {
		t.Error("the same text was parsed again")
	}
	if again := parse("get :b"); again == first || again.Source != "get :b" {
		t.Errorf("another text has the tree of %q", again.Source)
	}
}

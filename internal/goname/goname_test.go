package goname

import "testing"

func TestExported(t *testing.T) {
	for want, words := range map[string][]string{
		"EditPostID": {"edit", "post", "id"},
		"HTMLURL":    {"html", "url"},
		"X1st":       {"1st"},
		"X":          {},
		"Éa":         {"éa"},
	} {
		if got := Exported(words...); got != want {
			t.Errorf("Exported(%q) = %s, want %s", words, got, want)
		}
	}
}

func TestUnique(t *testing.T) {
	taken := map[string]bool{}
	for _, want := range []string{"post", "post2", "post3"} {
		if got := Unique("post", taken); got != want {
			t.Errorf("Unique = %s, want %s", got, want)
		}
	}
	taken["post2"] = true
	if got := Unique("post2", taken); got != "post4" {
		t.Errorf("Unique(post2) = %s", got)
	}
}

package bundle

import (
	"regexp"
	"testing"

	"signalbox/expand/gems"
)

// Each word of a gem is in its file, or in Go, and says what it is.
func TestGemFiles(t *testing.T) {
	for name, w := range gems.Words() {
		if w.Summary == "" || w.Example == "" {
			t.Errorf("%s: no summary or example", name)
		}
		g := gems.Named(w.Gem)
		_, src := g.Source()
		inRuby := regexp.MustCompile(`(def|alias) ` + sourceWord + name + `\b`).Match(src)
		if _, inGo := goWords[name]; !inGo && !inRuby {
			t.Errorf("neither Go nor %s.rb has the word %s", w.Gem, name)
		}
	}
	for _, g := range gems.All() {
		for _, other := range []string{g.Needs, g.Was, g.Of} {
			if other != "" && gems.Named(other) == nil {
				t.Errorf("%s names %s, which has no file", g.Name, other)
			}
		}
	}
}

package spelling

import (
	"strings"
	"testing"
)

func TestDistance(t *testing.T) {
	for _, tt := range []struct {
		a, b        string
		limit, want int
	}{
		{"", "", 3, 0},
		{"resources", "resources", 3, 0},
		{"resurces", "resources", 3, 1},
		{"resourcess", "resources", 3, 1},
		{"rezources", "resources", 3, 1},
		{"ersources", "resources", 3, 1},
		{"fro", "for", 2, 1},
		{"fi", "if", 2, 1},
		{"größe", "grösse", 3, 2},
		{"café", "cafe", 2, 1},
		{"get", "root", 3, 3},
		{"get", "root", 9, 3},
		{"ab", "abcdef", 3, 3},
		{strings.Repeat("a", maxLength+1), strings.Repeat("a", maxLength+1), 3, 3},
	} {
		if got := Distance(tt.a, tt.b, tt.limit); got != tt.want {
			t.Errorf("Distance(%q, %q, %d) = %d, want %d", tt.a, tt.b, tt.limit, got, tt.want)
		}
		if got := Distance(tt.b, tt.a, tt.limit); got != tt.want {
			t.Errorf("Distance(%q, %q, %d) = %d, want %d", tt.b, tt.a, tt.limit, got, tt.want)
		}
	}
}

func TestNearest(t *testing.T) {
	names := []string{"get", "post", "collection", "commentable", "Settings"}
	for word, want := range map[string]string{
		"gett": "get", "pots": "post", "colection": "collection", "comentabel": "commentable", "settings": "Settings", "COLLECTION": "collection",
		"put": "", "x": "", "": "", "get": "", "members": "",
	} {
		if got := Nearest(word, names); got != want {
			t.Errorf("Nearest(%q) = %q, want %q", word, got, want)
		}
	}
}

func TestFindLookAlike(t *testing.T) {
	for _, tt := range []struct {
		name, want string
		off        int
	}{
		{"“about”", `"`, 0},
		{"pages’", `'`, 5},
		{"–", "-", 0},
		{"get\u00a0x", " ", 3},
		{"\u3000get", " ", 0},
		{"\u200bget", "", 0},
		{"\ufeffget", "", 0},
		{"a，", ",", 1},
		{"（", "(", 0},
		{"a…", "...", 1},
	} {
		l, off, ok := FindLookAlike(tt.name)
		if !ok || l.Want != tt.want || off != tt.off {
			t.Errorf("%q: %q at %d (%t), want %q at %d", tt.name, l.Want, off, ok, tt.want, tt.off)
		}
	}
	for _, name := range []string{"about", "é", "日本語", "ａ１", "👨\u200d👩", "naïve", ""} {
		if l, _, ok := FindLookAlike(name); ok {
			t.Errorf("%q: %v", name, l)
		}
	}
}

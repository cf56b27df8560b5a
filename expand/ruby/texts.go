package ruby

import (
	"errors"
	"slices"
	"strings"

	"signalbox/dsl"
	"signalbox/internal/spelling"
)

// IsWordByte reports whether a byte is one of \w.
func IsWordByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// IsWord reports whether a text is not empty and has only bytes of words.
func IsWord(s string) bool {
	for i := range len(s) {
		if !IsWordByte(s[i]) {
			return false
		}
	}
	return s != ""
}

// InName reports whether a byte may stand in a name of Ruby.
func InName(c byte) bool { return IsWordByte(c) || c == '?' || c == '!' }

// Quote returns a text between double quotes, as it is.
func Quote(s string) string { return `"` + s + `"` }

// Meant gives an error the name that a misspelt one was most likely meant to be, as
// the hint. Both are written as in Ruby, :name.
func Meant(err error, name string, known []string) error {
	var ee *dsl.EvalError
	if near := Nearest(name, known); near != "" && errors.As(err, &ee) {
		ee.Hint = "did you mean `" + near + "`?"
	}
	return err
}

// Nearest returns the name in Ruby's text that another was meant to be, "" for
// none: `:member` for `"member"`, too.
func Nearest(name string, known []string) string {
	bare := func(text string) string { return strings.Trim(text, `:"`) }
	names := make([]string, len(known))
	for i, text := range known {
		if names[i] = bare(text); names[i] == bare(name) && text != name {
			return text
		}
	}
	if i := slices.Index(names, spelling.Nearest(bare(name), names)); i >= 0 {
		return known[i]
	}
	return ""
}

// Hinted adds a hint to an error that has none.
func Hinted(err error, hint string) error {
	var ee *dsl.EvalError
	if errors.As(err, &ee) && ee.Hint == "" {
		ee.Hint = hint
	}
	return err
}

// IsPlural reports whether one of two words is the plural of the other.
func IsPlural(a, b string) bool { return a == b+"s" || b == a+"s" }

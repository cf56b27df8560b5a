package language

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// maxShown is how many bytes of one text a message shows. graphql-js has the same
// bound where it abbreviates.
const maxShown = 1000

// Abbreviated returns text, or its first 1,000 bytes and "..." where it is longer.
func Abbreviated(text string) string { return Cut(text, maxShown) }

// Cut returns text, or its first n bytes and "..." where it is longer.
func Cut(text string, n int) string {
	if len(text) <= n {
		return text
	}
	end := n
	for end > n-utf8.UTFMax && !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end] + "..."
}

// Messagef formats a message for clients and logs: of texts, errors and Stringers
// among the arguments it shows what [Abbreviated] returns, since they may hold
// what a client sent.
func Messagef(format string, args ...any) string {
	shown := make([]any, len(args))
	for i, a := range args {
		switch a := a.(type) {
		case string:
			shown[i] = Abbreviated(a)
		case error, fmt.Stringer:
			shown[i] = Abbreviated(fmt.Sprint(a)) // which recovers panics of their methods
		default:
			shown[i] = a
		}
	}
	return fmt.Sprintf(format, shown...)
}

// A Shown is the beginning of a text that is too long to be shown whole: writers
// of nested values stop where it is full.
type Shown struct{ strings.Builder }

// Full reports whether the text is cut off from here on.
func (s *Shown) Full() bool { return s.Len() > maxShown }

// Text returns what is to be shown.
func (s *Shown) Text() string { return Abbreviated(s.String()) }

// Add writes as much of a text as can be shown.
func (s *Shown) Add(text string) {
	if !s.Full() {
		s.WriteString(text[:min(len(text), maxShown+1)])
	}
}

package hooks

import (
	"strings"
	"unicode/utf8"
)

// What the other side wrote is logged up to these lengths, in bytes.
const (
	maxLoggedName  = 200 // types and ids
	maxLoggedError = 1 << 10
)

// clip is the beginning of a text for logs.
func clip(text string, most int) string {
	if len(text) <= most {
		return text
	}
	for most > 0 && !utf8.RuneStart(text[most]) {
		most--
	}
	return strings.Clone(text[:most]) + "..."
}

package lint

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"regexp"
	"strings"

	"signalbox/expand/check"
	"signalbox/expand/route"
	"signalbox/grammar"
)

// A Finding is a problem in the routes.
type Finding struct {
	*Code
	Message string // one sentence: what happened; what to do
	Pos     grammar.Pos
	Also    []grammar.Pos // where it is too
	// Routes are the rows that it concerns, By the rows that keep them from answering.
	Routes, By []*route.Route
	Edits      []Edit
	// Witness is a request that another route answers; nil where none is known.
	Witness *Witness
	// Group is what it was made of, for hints; nil for others.
	Group *check.FindingGroup
}

// A Witness is a request, and the route that answers it.
type Witness struct {
	Method, URL string
	By          *route.Route
}

// An Edit replaces a part of a file: what stands from Pos on, Length bytes, by Text.
type Edit struct {
	Pos    grammar.Pos
	Length int
	Text   string
}

// lineNumbers are the places that a message names.
var lineNumbers = regexp.MustCompile(`(\.rb|\.yml):\d+(:\d+)?(-\d+)?`)

// Fingerprint tells a finding apart from others of the application, also when lines above it
// come and go: it has no line number in it.
func (f *Finding) Fingerprint() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n%s\n%s\n", f.Name, f.Pos.Filename, lineNumbers.ReplaceAllString(f.Message, "$1"))
	for _, r := range f.Routes {
		fmt.Fprintf(&b, "%s %s %s\n", r.Verb(), r.Path, r.EndpointText())
	}
	sum := sha256.Sum256([]byte(b.String()))
	return hex.EncodeToString(sum[:8])
}

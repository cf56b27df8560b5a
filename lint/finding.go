package lint

import (
	"cmp"
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
	Todo    string // what to do here, if it is more than the code's remedy: `write only: [:show]`
	Pos     grammar.Pos
	End     grammar.Pos   // behind what it is about; the zero Pos where no file has it
	Also    []grammar.Pos // where it is too
	// Routes are the rows that it concerns, By the rows that keep them from answering.
	Routes, By []*route.Route
	Edits      []Edit   // what mends it; nil if that takes a decision
	Witness    *Request // a request that shows it; nil for none
	// Group is what it was made of, for hints; nil for others.
	Group *check.FindingGroup
}

// A Request is one that shows a finding.
type Request struct {
	Method string `json:"method"`
	URL    string `json:"url"`
}

// Advice is what to do.
func (f *Finding) Advice() string { return cmp.Or(f.Todo, f.Remedy) }

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

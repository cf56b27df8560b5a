package route

import "signalbox/grammar"

// A RemarkKind is what a remark is about.
type RemarkKind uint8

// The kinds of remarks.
const (
	LostName          RemarkKind = iota // a route has no name, since an earlier one has it
	RedundantOption                     // only: or except:, without which the same routes are drawn
	UnusedRequirement                   // a requirement that no route below it asks for
	UnbalancedPath                      // a `)` that ends the path, so that the rest is left out
)

// A Remark is what Rails says nothing of when it draws a route, and what the row does not show.
type Remark struct {
	Kind RemarkKind
	Pos  grammar.Pos
	// Name is the name of the route, the option or the parameter; of a path the path as it is
	// written.
	Name string
	// Route is the row that it is about, By the one that has its name; nil if there is none.
	Route, By *Route
}

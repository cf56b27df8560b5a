package expand

import (
	"signalbox/dsl"
	"signalbox/grammar"
)

// A Direct is a URL helper that a block defines:
//
//	direct(:homepage) { "https://example.org" }
//
// Rails: RouteSet::CustomUrlHelper.
type Direct struct {
	Name    string
	Options *dsl.Hash // nil without
	Block   *dsl.Proc // nil without
	Pos     grammar.Pos
	// Conditions are what the helper depends on, as those of a [Route].
	Conditions []dsl.Condition

	After int // how many routes were drawn before
}

// A Resolve tells the URL of a model's instances:
//
//	resolve("Basket") { [:basket] }
type Resolve struct {
	Model   string
	Options *dsl.Hash
	Block   *dsl.Proc
	Pos     grammar.Pos
	// Conditions are what it depends on, as those of a [Route].
	Conditions []dsl.Condition
}

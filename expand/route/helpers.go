package route

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

	Over *Route // the route of its name that was drawn before, in whose place it is; nil for none
}

// A Resolve is the URL of a model's instances:
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

// HostWord reports whether the Go object behind one of Ruby answers a method: everything
// that a plain object does not have, but for what makes others of it.
func HostWord(in *dsl.Interp, name string) bool {
	switch name {
	case "to_ary", "to_str", "to_hash", "to_proc", "to_a", "to_io", "to_int", "to_sym", "to_path", "to_regexp",
		"method_missing", "respond_to_missing?", "const_missing", "inherited", "included", "extended", "initialize", "each", "call", "__dir__":
		return name == "call"
	}
	return !in.RespondTo(in.Main(), name)
}

// ModuleWord is [HostWord] for modules and classes, which have the functions of Kernel.
func ModuleWord(in *dsl.Interp, name string) bool {
	if !HostWord(in, name) {
		return false
	}
	kernel, _ := in.Const("Kernel")
	return !in.RespondTo(kernel, name)
}

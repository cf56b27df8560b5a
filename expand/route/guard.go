package route

import (
	"strconv"

	"signalbox/grammar"
)

// A Guard is what a request must pass to reach a route, besides its verb and path: a
// constraint, or the sign-in that a block around it demands.
//
//	constraints AdminOnly.new do     // {object  AdminOnly.new      config/routes.rb:2:15}
//	  get "jobs", to: "jobs#index", constraints: { subdomain: "ops" } // {hash  subdomain: "ops"  ...}
//	end
type Guard struct {
	Kind GuardKind
	// Text is the Ruby source as it is written: `AdminOnly.new`, `->(r) { r.local? }`,
	// `subdomain: "ops"`, `authenticate :user`.
	Text string
	// Pos is where it stands.
	Pos grammar.Pos
}

// Source is the place as "config/routes.rb:3:5"; empty if no file has it.
func (g Guard) Source() string {
	if g.Pos.Filename == "" || g.Pos.Line == 0 {
		return ""
	}
	return g.Pos.Filename + ":" + strconv.Itoa(g.Pos.Line) + ":" + strconv.Itoa(g.Pos.Column)
}

// A GuardKind is the kind of a [Guard].
type GuardKind uint8

// The kinds of guards.
const (
	ObjectGuard  GuardKind = iota // an object or class that is asked matches? or call
	LambdaGuard                   // a lambda, proc or method
	HashGuard                     // a condition on the request: subdomain: "ops"
	SignInGuard                   // authenticate, authenticated, unauthenticated
	UnknownGuard                  // a value or an option list that only the application knows
)

var guardKinds = [...]string{"object", "lambda", "hash", "sign_in", "unknown"}

// String is the kind's name in the JSON rows.
func (k GuardKind) String() string { return guardKinds[k] }

// MountGuards are the guards of the mounts that an engine's routes are reached by; empty
// for an application, and for an engine with a mount that has none.
func (t *Table) MountGuards() []Guard {
	var guards []Guard
	for _, m := range t.Mounts {
		guards = append(m.Table.MountGuards(), m.Route.Guards...)
		if len(guards) == 0 {
			return nil
		}
	}
	return guards
}

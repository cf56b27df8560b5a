package dispatch

import (
	"net/http"
	"slices"
	"strings"

	"signalbox/dispatch/internal/match"
	"signalbox/dispatch/internal/rack"
	"signalbox/dsl"
	"signalbox/expand/route"
	"signalbox/grammar"
)

// A Candidate is an answer that the application gives if all of its conditions turn
// out right, and no candidate before it does:
//
//	/blazer        200   if Blazer::Engine does not pass the request on (X-Cascade: pass)
//	GET /*x  a#b   200
type Candidate struct {
	// Match is the answer. It has no Passed, Guesses and Candidates of its own.
	Match
	// Conditions is empty for an answer that is certain after the others.
	Conditions []Condition

	guess  bool // a [Matcher] takes it
	shared bool // what is mounted at the root shares its paths with the routes behind it
	passed []*route.Route
}

// Condition joins the conditions: "id matches Settings.re and Flag.on? admits the
// request"; empty without.
func (c *Candidate) Condition() string {
	texts := make([]string, len(c.Conditions))
	for i, d := range c.Conditions {
		texts[i] = d.If
	}
	return strings.Join(texts, " and ")
}

// A Condition is what only the application knows, and what it decides of an answer.
type Condition struct {
	Value string      // Settings.re, Flag.on?, Blazer::Engine
	If    string      // `id matches Settings.re`
	Pos   grammar.Pos // of the value; of no line if it has no place
	// Settles tells that a value for expand.Options.Set settles it, Object that it is
	// an object whose value is that of [expand.Matches].
	Settles, Object bool
	// Asked tells that a constraint asks for it when a request comes, and the table
	// does not.
	Asked bool

	mount bool        // of mountCondition
	fact  condLiteral // the same for all routes, as far as one request goes; empty for others
}

// maxCandidates bounds the answers to one request; those beyond are left out.
const maxCandidates = 20

// A walk collects what may answer a request.
type collector struct {
	found  []Candidate
	passed []*route.Route
	// otherVerb tells that a route behind a mount at the root has the path of the
	// request, for another verb.
	otherVerb bool
	mount     *route.Route           // whose engine is asked now, the outermost
	unlikely  bool                   // the constraints of a mount around are taken as not met
	failed    []map[condLiteral]bool // conditions of which not all hold, when the route that is asked now is
}

// add adds an answer; true if it is certain, or enough are known.
func (w *collector) add(m Match, conditions []Condition, guess bool) bool {
	if w.mount != nil {
		m.Route, m.Inner = w.mount, m.Route
	}
	guess = guess && !w.unlikely
	shared := len(conditions) > 0 && conditions[len(conditions)-1].mount && m.Route.Path.String() == "/"
	w.found = append(w.found, Candidate{Match: m, Conditions: slices.Clone(conditions), guess: guess, shared: shared, passed: slices.Clip(w.passed)})
	if !guess || shared {
		w.passed = append(w.passed, m.Route)
	}
	w.fail(conditions)
	return len(conditions) == 0 || len(w.found) > maxCandidates
}

// answer is the first candidate that a [Matcher] takes, with the others.
func (w *collector) answer(err error) *Match {
	last := Candidate{Match: Match{Status: http.StatusNotFound}, guess: true, passed: w.passed}
	if err != nil {
		last.Match = Match{Status: StatusOf(err), Err: err} // Rails recognised nothing
	}
	if n := len(w.found); n == 0 || len(w.found[n-1].Conditions) > 0 || err != nil {
		w.found = append(w.found, last)
	}
	i := w.likeliest()
	found := w.found[i].Match
	found.Passed = w.found[i].passed
	if len(w.found) > 1 {
		found.Candidates = w.found
	}
	return &found
}

// likeliest is the candidate that a [Matcher] takes. What is mounted at the root
// passes on what a route behind it answers, or the route would be of no use.
func (w *collector) likeliest() int {
	i := slices.IndexFunc(w.found, func(c Candidate) bool { return c.guess && !c.shared })
	if i < 0 || w.found[i].Route == nil && !w.otherVerb {
		if first := slices.IndexFunc(w.found, func(c Candidate) bool { return c.guess }); first >= 0 {
			return first
		}
		i = len(w.found) - 1
	}
	return i
}

// onlyShared tells that nothing but what is mounted at the root may answer.
func (w *collector) onlyShared() bool {
	return len(w.found) > 0 && !slices.ContainsFunc(w.found, func(c Candidate) bool { return !c.shared })
}

// otherVerb tells whether a route behind the candidates has the path for another
// verb.
func (s *search) otherVerb(found []Candidate) bool {
	behind := uint32(found[len(found)-1].Route.Index) + 1
	for _, verb := range httpMethods {
		if s.Start(verb); s.Find(behind) != match.None {
			return true
		}
	}
	return false
}

// ---- conditions that the routes file left open

// A fact is what a condition says, or its negation.
type condLiteral struct {
	dsl.Fact
	not bool
}

func literalOf(c dsl.Condition) condLiteral {
	f, not := c.Fact()
	return condLiteral{f, not}
}

func literalOfText(text string) condLiteral { return condLiteral{Fact: dsl.Fact{Text: text}} }

// existence adds the conditions whether a route exists, and what it matches, open. It is
// not possible where the routes asked before did not answer because of the same
// conditions; what holds if they did not answer is no condition.
func (c *core) existence(w *collector, rt *match.Route, open []route.UnknownPart, outer []Condition) ([]Condition, bool) {
	if !c.Guess {
		return outer, true
	}
	conditions := slices.Clip(outer)
	for _, on := range rt.Row.Conditions {
		conditions = append(conditions, Condition{Value: on.Text, If: dsl.Brief(on.Text), Pos: on.Pos, Settles: true, fact: literalOf(on)})
	}
	for _, u := range open {
		conditions = append(conditions, partCondition(u))
	}
	for i := range rt.Row.Constraints.Len() {
		name, want := rt.Row.Constraints.At(i)
		if u := dsl.UnknownIn(want); u != nil && c.constraints[u.Text()] == nil {
			shown, is := shownUnknown(want, u), " is "
			if strings.HasPrefix(shown, "/") {
				is = " matches "
			}
			d := Condition{Value: u.Text(), If: rack.TextOf(name) + is + dsl.Brief(shown), Pos: u.Pos, Settles: true}
			d.fact = literalOfText(rack.TextOf(name) + is + shown)
			conditions = append(conditions, d)
		}
	}
	return w.open(conditions, rt)
}

// open leaves out the conditions that the failure of the candidates before decides;
// false if it decides against the route.
func (w *collector) open(conditions []Condition, rt *match.Route) ([]Condition, bool) {
	if len(w.failed) == 0 {
		return conditions, true
	}
	own := map[condLiteral]bool{}
	for _, d := range conditions {
		own[d.fact] = true
	}
	for _, v := range rt.Row.Callables {
		if u, ok := v.(*dsl.Unknown); ok {
			own[admits(u)] = true
		}
	}
	implied := map[condLiteral]bool{}
	for _, set := range w.failed {
		var rest []condLiteral
		for f := range set {
			if !own[f] {
				rest = append(rest, f)
			}
		}
		switch len(rest) {
		case 0:
			return nil, false
		case 1:
			implied[condLiteral{rest[0].Fact, !rest[0].not}] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(conditions), func(d Condition) bool { return implied[d.fact] }), true
}

// admits is the fact that an object of the application admits the request.
func admits(u *dsl.Unknown) condLiteral { return literalOfText(u.Text() + " admits the request") }

// likely tells whether the parameters with a requirement that only the
// application knows look like those of a segment without one.
func (c *core) likely(rt *match.Route, params *dsl.Hash) bool {
	for _, u := range rt.Unknown() {
		v, ok := params.Sym(u.Param)
		if !ok || u.Param == "" {
			continue
		}
		glob := slices.ContainsFunc(rt.Row.Path.Params(), func(p route.Param) bool { return p.Name == u.Param && p.Glob })
		if !glob && strings.ContainsAny(rack.TextOf(v), "/.?") {
			return false
		}
	}
	return true
}

// shownUnknown is a value that holds an unknown one.
func shownUnknown(v dsl.Value, u *dsl.Unknown) string {
	if s, ok := v.(*dsl.String); ok {
		return `"` + strings.ReplaceAll(s.String(), ":"+u.Text(), "#{"+u.Text()+"}") + `"`
	}
	return u.Text()
}

func partCondition(u route.UnknownPart) Condition {
	d := Condition{Value: u.Value.Text(), Pos: u.Value.Pos, Settles: true}
	if u.Param != "" {
		d.If = u.Param + " matches " + dsl.Brief(u.Value.Text())
	} else {
		d.If = "the path is what " + dsl.Brief(u.Value.Text()) + " makes of it"
	}
	return d
}

// fail notes that the routes asked from now on are asked only where not all
// conditions of this one turn out right, if those are the same for other routes.
func (w *collector) fail(conditions []Condition) {
	set := map[condLiteral]bool{}
	for _, d := range conditions {
		if d.fact == (condLiteral{}) {
			return
		}
		set[d.fact] = true
	}
	if len(set) > 0 {
		w.failed = append(w.failed, set)
	}
}

// mountCondition is whether an application that is not read takes the request.
func mountCondition(row *route.Route) Condition {
	name := row.Endpoint.Text
	return Condition{Value: name, If: name + " does not pass the request on (X-Cascade: pass)", Pos: row.Pos, mount: true}
}

// ---- constraints that ask what only the application knows

// A trial is one way to answer the questions of a route's constraints.
type trial struct {
	first   bool
	forced  []bool // of the first questions
	asked   []*dsl.Unknown
	answers []bool
}

// answer is the answer of this trial.
func (x *trial) answer(u *dsl.Unknown, guess bool) bool {
	for i, old := range x.asked {
		if old.Same(u) {
			return x.answers[i]
		}
	}
	if n := len(x.asked); n < len(x.forced) {
		guess = x.forced[n]
	}
	x.asked, x.answers = append(x.asked, u), append(x.answers, guess)
	return guess
}

// A verdict is what the lambdas and objects of a route say.
type verdict struct {
	guess      bool // what a [Matcher] takes for it
	yes        bool // some answers of the application admit the request
	conditions []Condition
}

// maxTrials bounds the ways that are tried; beyond, the verdict is open.
const maxTrials = 32

// judge asks the lambdas and objects of a route, in every way in which the
// application may answer their questions.
func (q *request) judge(rt *match.Route) (verdict, error) {
	if !q.core.Guess || len(rt.Row.Callables) == 0 {
		ok, err := q.allows(rt)
		return verdict{guess: ok, yes: ok}, err
	}
	thread := q.Run() // what is tried besides does not count against the request's bounds
	defer func() { q.trial, q.Thread = nil, thread }()
	var v verdict
	no := false
	queue := [][]bool{nil}
	for n := 0; len(queue) > 0 && n < maxTrials && !(v.yes && no); n++ {
		x := &trial{first: n == 0, forced: queue[0]}
		if queue, q.trial = queue[1:], x; n > 0 {
			q.Thread = nil
		}
		ok, err := q.allows(rt)
		switch {
		case err != nil && x.first:
			return v, err
		case err == nil && ok:
			v.yes = true
		case err == nil:
			no = true
		}
		if x.first {
			v.guess = ok
		}
		v.wonder(x.asked, rt.Row.Callables)
		for i := len(x.forced); i < len(x.asked); i++ {
			queue = append(queue, append(slices.Clone(x.answers[:i]), !x.answers[i]))
		}
	}
	if open := len(queue) > 0; !open && !(v.yes && no) {
		v.conditions = nil
	}
	v.yes = v.yes || v.conditions != nil
	return v, nil
}

// wonder adds what was asked to the conditions.
func (v *verdict) wonder(asked []*dsl.Unknown, objects []dsl.Value) {
	for _, u := range asked {
		if !slices.ContainsFunc(v.conditions, func(d Condition) bool { return d.Value == u.Text() }) {
			settles := !strings.Contains(u.Text(), ".new") && strings.ContainsAny(u.Text(), ".?")
			d := Condition{Value: u.Text(), If: "a constraint that asks " + dsl.Brief(u.Text()) + " admits the request", Pos: u.Pos, Settles: settles, Asked: true}
			if slices.Contains(objects, dsl.Value(u)) {
				d.If, d.fact = dsl.Brief(u.Text())+" admits the request", admits(u)
				d.Settles, d.Object = true, true
			}
			v.conditions = append(v.conditions, d)
		}
	}
}

package dispatch

import (
	"slices"
	"strings"

	"signalbox/dispatch/internal/match"
	"signalbox/dispatch/internal/rack"
	"signalbox/dsl"
	"signalbox/expand/route"
)

// Admits implements [match.Asker]. What only the application knows is asked last, as the others
// may refuse.
func (s *search) Admits(rt *match.Route) (bool, error) {
	conditions, q := rt.Row.Constraints, s.request()
	for _, unknown := range [...]bool{false, true} {
		for i := range conditions.Len() {
			name, want := conditions.At(i)
			if (dsl.UnknownIn(want) != nil) != unknown {
				continue
			}
			if ok, err := q.meets(rack.TextOf(name), want); !ok || err != nil {
				return false, err
			}
		}
	}
	return true, nil
}

// meetsUnknown is meets for what only the application knows: a [Matcher] goes on
// as if it were met, and tells of it, see [Match.Candidates].
func (q *request) meetsUnknown(name string, u *dsl.Unknown) (bool, error) {
	if f := q.core.constraints[u.Text()]; f != nil {
		return f(q.HTTP), nil
	}
	if q.core.Guess {
		return true, nil
	}
	return false, &rack.UnknownError{Value: u, What: name + " is compared with " + u.Text() + ", which"}
}

// meets compares one attribute of the request with what a route wants.
func (q *request) meets(name string, want dsl.Value) (bool, error) {
	if u := dsl.UnknownIn(want); u != nil {
		return q.meetsUnknown(name, u)
	}
	got, err := q.attribute(name)
	if err != nil {
		return false, err
	}
	t := q.Run()
	switch want := want.(type) {
	case *dsl.String:
		text, err := t.ToS(got)
		return err == nil && text == want.String(), err
	case *dsl.Regexp:
		text, err := t.ToS(got)
		if err != nil {
			return false, err
		}
		m, err := want.MatchWithin(text, 0, q.work.Limit())
		return m != nil, match.WorkError(err)
	case *dsl.Array:
		v, err := t.Call(want, "include?", got)
		return err == nil && dsl.Truthy(v), err
	case dsl.Bool:
		blank, err := t.Call(got, "blank?")
		return err == nil && dsl.Truthy(blank) != bool(want), err
	}
	v, err := t.Call(want, "===", got)
	return err == nil && dsl.Truthy(v), err
}

// attribute asks the request for a method's result.
func (q *request) attribute(name string) (dsl.Value, error) {
	if v, ok, err := q.Word(name); ok {
		return v, err
	}
	return q.Run().Call(q.Ruby(), name)
}

// decide takes a value that only the application knows as a condition's result.
func (q *request) decide(u *dsl.Unknown) (bool, error) {
	if f := q.core.constraints[u.Text()]; f != nil {
		return f(q.HTTP), nil
	}
	if !q.core.Guess {
		return false, &rack.UnknownError{Value: u, What: u.Text()}
	}
	return q.guess(u, !isQuestion(u.Text()), false), nil
}

// isQuestion tells an expression whose last call ends in `?`, as
// `Plan.of(1).paid?("a")`.
func isQuestion(text string) bool {
	text = strings.TrimSuffix(text, " { ... }")
	depth, name := 0, byte(0) // name ends the last call
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case '(', '[', '{':
			if c != '(' && depth == 0 {
				name = c
			}
			depth++
		case ')', ']', '}':
			depth--
		case '"':
			for i++; i < len(text) && text[i] != '"'; i++ {
				if text[i] == '\\' {
					i++
				}
			}
		default:
			if depth == 0 {
				name = c
			}
		}
	}
	return name == '?'
}

// guess notes how a question was answered that only the application can.
func (q *request) guess(u *dsl.Unknown, answer, object bool) bool {
	if x := q.trial; x != nil {
		if answer = x.answer(u, answer); !x.first {
			return answer
		}
	}
	g := Guess{Question: u.Text(), Answer: answer, Object: object, Pos: u.Pos}
	if !slices.Contains(q.guesses, g) {
		q.guesses = append(q.guesses, g)
	}
	return answer
}

// ---- lambdas and objects

// allows asks the lambdas and objects of a route, in order. Rails:
// Mapper::Constraints#matches?.
func (q *request) allows(rt *match.Route) (bool, error) {
	if rt.Row.Endpoint.Kind == route.Static { // Rails does not ask for these
		return true, nil
	}
	for _, v := range rt.Row.Callables {
		if ok, err := q.agrees(v); !ok || err != nil {
			return false, err
		}
	}
	return true, nil
}

// agrees asks one lambda or object.
func (q *request) agrees(v dsl.Value) (bool, error) {
	if u, ok := v.(*dsl.Unknown); ok {
		if q.core.constraints[u.Text()] == nil {
			if answer, told := q.Run().Settled(route.Matches(u.Text())); told {
				return q.truth(answer)
			}
		}
		if q.core.Guess && q.core.constraints[u.Text()] == nil {
			return q.guess(u, true, true), nil
		}
		return q.decide(u)
	}
	if s := route.SignInOf(v); s != nil {
		return q.signedIn(s)
	}
	t, in := q.Run(), q.core.world.Interp
	if in.RespondTo(v, "matches?") {
		got, err := t.Call(v, "matches?", q.Ruby())
		if err != nil {
			return false, err
		}
		if ok, err := q.truth(got); ok || err != nil {
			return ok, err
		}
	}
	if _, ok := v.(*dsl.Proc); !ok && !in.RespondTo(v, "call") {
		return false, nil
	}
	arity, err := arityOf(t, in, v)
	if err != nil {
		return false, err
	}
	var args []dsl.Value
	switch {
	case arity < 1:
	case arity == 1:
		args = []dsl.Value{q.Ruby()}
	default:
		args = []dsl.Value{q.PathParams(), q.Ruby()}
	}
	got, err := t.Call(v, "call", args...)
	if err != nil {
		return false, err
	}
	return q.truth(got)
}

// truth tells how v turns out as a condition. Of a value that only the application knows it asks
// what decides conditions, whose error it returns; undecided it is false.
func (q *request) truth(v dsl.Value) (yes bool, err error) {
	run := q.Run()
	if u, ok := v.(*dsl.Unknown); ok {
		yes, _ = run.TruthOf(u)
	} else {
		yes = dsl.Truthy(v)
	}
	return yes, run.Stopped
}

// arityOf is the arity of a callable, or of its method call.
func arityOf(t *dsl.Thread, in *dsl.Interp, v dsl.Value) (int, error) {
	if p, ok := v.(*dsl.Proc); ok {
		return p.Arity(), nil
	}
	if !in.RespondTo(v, "arity") {
		m, err := t.Call(v, "method", dsl.Symbol("call"))
		if err != nil {
			return 0, err
		}
		v = m
	}
	n, err := t.Call(v, "arity")
	if err != nil {
		return 0, err
	}
	if i, ok := n.(dsl.Int); ok {
		return int(i), nil
	}
	return 0, nil
}

package dispatch

import (
	"errors"
	"fmt"
	"net/http"
	"strings"

	"signalbox/dispatch/internal/match"
	"signalbox/dispatch/internal/rack"
	"signalbox/dsl"
	"signalbox/expand/route"
)

// A Refusal tells why a route did not answer a request whose path it nearly or
// wholly matches:
//
//	config/routes.rb:4: posts#show   id does not match /\d+/
type Refusal struct {
	Route *route.Route
	Why   string
}

// Explain tells why the routes before the answer did not answer, or, without an
// answer, why none did. It asks every route, one after the other; routes whose
// path is another one are left out. Routes of mounted engines are not asked.
func (m *Matcher) Explain(r *http.Request) []Refusal {
	list, _ := m.refusals(r, m.Match(r))
	return list
}

func (m *Matcher) refusals(r *http.Request, found *Match) (list []Refusal, err error) {
	defer guard(&err)
	s := &search{}
	if err := m.core.prepare(s, r); err != nil {
		return nil, err
	}
	s.Start(method(r))
	open := map[*route.Route]Candidate{}
	for _, c := range found.Candidates {
		if c.Route != nil && open[c.Route].Route == nil {
			open[c.Route] = c
		}
	}
	for _, rt := range m.core.trie.Routes {
		if found.Route == rt.Row {
			break
		}
		if c, ok := open[rt.Row]; ok {
			list = append(list, Refusal{rt.Row, "answers if " + c.Condition() + ", which is unknown"})
			continue
		}
		if why := m.refusal(s, rt); why != "" {
			list = append(list, Refusal{rt.Row, why})
		}
	}
	return list, nil
}

// refusal tells why one route does not answer; "" if its path is another one.
func (m *Matcher) refusal(s *search, rt *match.Route) string {
	x := match.Alone(rt)
	if x == nil {
		return ""
	}
	ok, err := s.Recognizes(x.Route)
	switch {
	case err != nil:
		return "is not known to answer: " + err.Error()
	case !ok:
		return x.Nearly(s.Path, s.Work)
	}
	if !s.Takes(rt) {
		return "answers " + strings.Join(rt.Row.Verbs, " and ") + " only"
	}
	q := s.request()
	q.Params, q.Script, q.Path, q.Verb = nil, s.script, s.Path, s.Verb
	q.Routed()
	q.Thread = nil // every route is asked as if it were the only one
	if why := q.unmet(rt.Row.Constraints.Hash); why != "" {
		return why
	}
	if ok, err := s.CaptureAlone(x.Route); ok && err == nil {
		if q.Params, err = s.parameters(x.Route); err != nil {
			return err.Error()
		}
	}
	if rt.Row.Endpoint.Kind != route.Static {
		for _, v := range rt.Row.Callables {
			if why := q.unsigned(v); why != "" {
				return why
			}
			if ok, err := q.agrees(v); err != nil {
				return "its constraint raises: " + message(err)
			} else if !ok {
				return "its constraint " + m.shown(v) + " says no"
			}
		}
	}
	return "it passes the request on (X-Cascade: pass)"
}

func (m *Matcher) shown(v dsl.Value) string {
	if p, ok := v.(*dsl.Proc); ok && p.Pos().Line > 0 {
		return fmt.Sprintf("at %s:%d", p.Pos().Filename, p.Pos().Line)
	}
	text, err := m.core.world.Interp.NewThread().Inspect(v)
	if err != nil {
		return "object"
	}
	return text
}

func message(err error) string {
	var e *dsl.EvalError
	if errors.As(err, &e) {
		return e.Class + ": " + e.Message
	}
	return err.Error()
}

// unmet tells the first condition that the request does not meet.
func (q *request) unmet(conditions *dsl.Hash) string {
	for i := range conditions.Len() {
		k, want := conditions.At(i)
		name := rack.TextOf(k)
		ok, err := q.meets(name, want)
		if err != nil {
			return "its constraint on " + name + " raises: " + message(err)
		}
		if ok {
			continue
		}
		t := q.Run()
		wanted, err := t.Inspect(want)
		if err != nil {
			return name + " differs"
		}
		got, err := q.attribute(name)
		if err != nil {
			return name + " differs"
		}
		shown, err := t.Inspect(got)
		if err != nil {
			return name + " differs"
		}
		return name + " is " + shown + ", not " + wanted
	}
	return ""
}

package dispatch

import (
	"errors"
	"fmt"
	"net/http"
	"strings"

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
	s.verb = method(r)
	if s.bit = verbBit(s.verb); s.bit == bitHead {
		s.start(s.verb)
	}
	open := map[*route.Route]Candidate{}
	for _, c := range found.Candidates {
		if c.Route != nil && open[c.Route].Route == nil {
			open[c.Route] = c
		}
	}
	for _, rt := range m.core.trie.routes {
		if found.Route == rt.row {
			break
		}
		if c, ok := open[rt.row]; ok {
			list = append(list, Refusal{rt.row, "answers if " + c.Condition() + ", which only the application knows"})
			continue
		}
		if why := m.refusal(s, rt); why != "" {
			list = append(list, Refusal{rt.row, why})
		}
	}
	return list, nil
}

// refusal tells why one route does not answer; "" if its path is another one.
func (m *Matcher) refusal(s *search, rt *compiled) string {
	x := explainer(rt)
	if x == nil {
		return ""
	}
	ok, err := x.rt.recognizes(s.path, s.simple, s.work)
	switch {
	case err != nil:
		return "is not known to answer: " + err.Error()
	case !ok:
		return x.nearly(s.path, s.work)
	}
	if verbs := rt.row.Verbs; rt.mask&s.bit == 0 || s.bit == bitOther && rt.mask != allVerbs && !strings.Contains("|"+rt.row.Verb()+"|", "|"+s.verb+"|") {
		return "answers " + strings.Join(verbs, " and ") + " only"
	}
	q := s.request()
	q.params, q.script, q.path, q.verb = nil, s.script, s.path, s.verb
	q.routed()
	q.thread = nil // every route is asked as if it were the only one
	if why := q.unmet(rt.row.Constraints.Hash); why != "" {
		return why
	}
	s.pieces, s.end = s.pieces[:0], 0
	if pieces, end, ok, err := x.rt.capture(s.path, s.simple, s.work, s.pieces); ok && err == nil {
		s.pieces, s.end = pieces, end
		if q.params, err = s.parameters(x.rt); err != nil {
			return err.Error()
		}
	}
	if rt.row.Endpoint.Kind != route.Static {
		for _, v := range rt.row.Callables {
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
	text, err := m.core.world.in.NewThread().Inspect(v)
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
		name := textOf(k)
		ok, err := q.meets(name, want)
		if err != nil {
			return "its constraint on " + name + " raises: " + message(err)
		}
		if ok {
			continue
		}
		t := q.run()
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

// An explanation matches one route alone.
type explanation struct {
	rt    *compiled
	loose *simulation // without the requirements
}

// explainer compiles a route for itself; nil if it cannot be.
func explainer(rt *compiled) *explanation { return newBuilder().explain(rt) }

func newBuilder() *builder {
	return &builder{t: &trie{}, needs: map[string]*requirement{}, lists: map[string][]string{}, places: map[string]*tokens{}}
}

// explain compiles one of several routes, which share their requirements.
func (b *builder) explain(rt *compiled) *explanation {
	tree := rt.shape.Path.Tree()
	own := &compiled{row: rt.row, shape: rt.shape, unsettled: rt.unsettled, mask: rt.mask, names: rt.shape.Path.Names(), custom: rt.custom}
	need, err := b.requirements(rt.shape, tree, own.names)
	if err != nil {
		return nil
	}
	own.deep = &deep{need: need, code: assemble(rt.shape, need)}
	x := &explanation{rt: own}
	if !own.custom {
		own.deep.sim = newSimulation(tree, need)
		loose := append([]paramNeed(nil), need...)
		for i := range loose {
			if loose[i].given && !loose[i].glob {
				loose[i] = paramNeed{}
			}
		}
		x.loose = newSimulation(tree, loose)
	}
	return x
}

// nearly tells which requirement a path misses that matches otherwise.
func (x *explanation) nearly(path string, work *work) string {
	requirements := x.rt.shape.Requirements
	if x.loose == nil {
		return ""
	}
	if ok, err := x.loose.match(path, work); !ok || err != nil {
		return ""
	}
	var names []string
	for i := range requirements.Len() {
		k, v := requirements.At(i)
		re, ok := v.(*dsl.Regexp)
		if !ok || !x.rt.shape.Path.Has(textOf(k)) || re.Source == ".+?" {
			continue
		}
		names = append(names, textOf(k)+" "+re.Inspect())
	}
	if names == nil {
		return ""
	}
	return "does not match " + strings.Join(names, ", ")
}

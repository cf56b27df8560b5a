package expand

import (
	"signalbox/dsl"
	"signalbox/expand/route"
	"signalbox/grammar"
)

func (m *Mapper) atRoot(word string) {
	if m.scope.parent == nil {
		return
	}
	panic(dsl.Fail(dsl.Raise("RuntimeError", "The %s method can't be used inside a routes scope block", word)))
}

// direct is `direct`.
func (m *Mapper) direct(c *dsl.Call) dsl.Value {
	m.atRoot("direct")
	if len(c.Args) == 0 || len(c.Args) > 2 {
		panic(dsl.Fail(wrongArguments(len(c.Args), "1..2")))
	}
	name := m.str(c.Args[0])
	var options dsl.Value = c.Keywords
	if c.Keywords == nil && len(c.Args) == 2 {
		options = c.Args[1]
	}
	h, _ := options.(*dsl.Hash)
	m.set.directs = append(m.set.directs, &route.Direct{Name: name, Options: h, Block: c.KeepBlock(), Pos: c.Pos, Conditions: m.conditions(), After: len(m.set.routes)})
	return dsl.Nil
}

// resolve is `resolve`.
func (m *Mapper) resolve(c *dsl.Call) dsl.Value {
	m.atRoot("resolve")
	options, args := c.Keywords, c.Args
	if options == nil {
		options, args = oldOptions(args)
	}
	for _, model := range flatten(nil, args) {
		name := m.str(model)
		m.set.resolves = append(m.set.resolves, &route.Resolve{Model: name, Options: options, Block: c.KeepBlock(), Pos: c.Pos, Conditions: m.conditions()})
	}
	return dsl.NewArray(args...)
}

// noteHelpers tells of helpers, and options of all of them, that a condition decides
// on.
func (l *loader) noteHelpers() {
	only := func(word string, conditions []dsl.Condition, pos grammar.Pos) {
		for _, on := range conditions {
			l.diagnose(route.Diagnostic{Severity: route.Note, Pos: pos, Source: on.Text, Wants: route.DecisionShape, Summary: "`" + word + "` counts here only if " + dsl.Brief(on.Text)})
		}
	}
	for _, set := range l.sets {
		for _, d := range set.directs {
			only("direct", d.Conditions, d.Pos)
		}
		for _, r := range set.resolves {
			only("resolve", r.Conditions, r.Pos)
		}
		options, _ := l.urlOptions(set.urlOptions.Get())
		for i := range options.Len() {
			key, v := options.At(i)
			if on := route.Decider(v); on != nil {
				l.diagnose(route.Diagnostic{
					Severity: route.Note, Pos: on.Pos, Source: on.Text(), Wants: route.DecisionShape,
					Summary: "default_url_options[:" + textOfName(key) + "] depends on " + dsl.Brief(on.Text()), Detail: "URLs show a placeholder for it.",
				})
			}
		}
	}
}

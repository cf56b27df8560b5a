package mapper

import (
	"signalbox/dsl"
	"signalbox/expand/route"
	"signalbox/expand/ruby"
)

func (s *scope) atRoot(word string) {
	if s.parent == nil {
		return
	}
	panic(dsl.Fail(dsl.Raise("RuntimeError", "The %s method can't be used inside a routes scope block", word)))
}

// direct is `direct`.
func (m *Mapper) direct(c *dsl.Call) dsl.Value {
	m.scope.atRoot("direct")
	if len(c.Args) == 0 || len(c.Args) > 2 {
		panic(dsl.Fail(ruby.WrongArguments(len(c.Args), "1..2")))
	}
	name := m.Str(c.Args[0])
	var options dsl.Value = c.Keywords
	if c.Keywords == nil && len(c.Args) == 2 {
		options = c.Args[1]
	}
	h, _ := options.(*dsl.Hash)
	m.set.Directs = append(m.set.Directs, &route.Direct{Name: name, Options: h, Block: c.KeepBlock(), Pos: c.Pos, Conditions: m.conditions(), Over: m.set.named[name]})
	return dsl.Nil
}

// resolve is `resolve`.
func (m *Mapper) resolve(c *dsl.Call) dsl.Value {
	m.scope.atRoot("resolve")
	options, args := c.Keywords, c.Args
	if options == nil {
		options, args = ruby.OldOptions(args)
	}
	for _, model := range ruby.Flatten(nil, args) {
		m.set.Resolves = append(m.set.Resolves, &route.Resolve{Model: m.Str(model), Options: options, Block: c.KeepBlock(), Pos: c.Pos, Conditions: m.conditions()})
	}
	return dsl.NewArray(args...)
}

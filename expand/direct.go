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

	after int // how many routes were drawn before
}

// A Resolve tells the URL of a model's instances:
//
//	resolve("Basket") { [:basket] }
type Resolve struct {
	Model   string
	Options *dsl.Hash
	Block   *dsl.Proc
	Pos     grammar.Pos
}

func (m *Mapper) atRoot(word string) error {
	if m.scope.parent == nil {
		return nil
	}
	return dsl.Raise("RuntimeError", "The %s method can't be used inside a routes scope block", word)
}

// direct is `direct`.
func (m *Mapper) direct(c *dsl.Call) (dsl.Value, error) {
	if err := m.atRoot("direct"); err != nil {
		return nil, err
	}
	if len(c.Args) == 0 || len(c.Args) > 2 {
		return nil, wrongArguments(len(c.Args), "1..2")
	}
	name, err := m.str(c.Args[0])
	if err != nil {
		return nil, err
	}
	var options dsl.Value = c.Keywords
	if c.Keywords == nil && len(c.Args) == 2 {
		options = c.Args[1]
	}
	h, _ := options.(*dsl.Hash)
	m.set.directs = append(m.set.directs, &Direct{Name: name, Options: h, Block: c.KeepBlock(), Pos: c.Pos, after: len(m.set.routes)})
	return dsl.Nil, nil
}

// resolve is `resolve`.
func (m *Mapper) resolve(c *dsl.Call) (dsl.Value, error) {
	if err := m.atRoot("resolve"); err != nil {
		return nil, err
	}
	options, args := c.Keywords, c.Args
	if options == nil {
		options, args = oldOptions(args)
	}
	for _, model := range flatten(nil, args) {
		name, err := m.str(model)
		if err != nil {
			return nil, err
		}
		m.set.resolves = append(m.set.resolves, &Resolve{Model: name, Options: options, Block: c.KeepBlock(), Pos: c.Pos})
	}
	return dsl.NewArray(args...), nil
}

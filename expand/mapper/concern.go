package mapper

import (
	"slices"
	"strings"

	"signalbox/dsl"
	"signalbox/expand/route"
	"signalbox/expand/ruby"
	"signalbox/grammar"
)

// concern is `concern`: it keeps the block, or the callable, for later.
func (m *Mapper) concern(c *dsl.Call) dsl.Value {
	if len(c.Args) == 0 || len(c.Args) > 2 {
		panic(dsl.Fail(ruby.WrongArguments(len(c.Args), "1..2")))
	}
	var callable dsl.Value
	switch {
	case len(c.Args) == 2 && ruby.Truthy(c.Args[1]):
		callable = c.Args[1]
	case c.Block != nil:
		callable = m.drawing.Interp.NewObject(m.drawing.class.concern, &concernBlock{c.KeepBlock()})
	}
	if callable == nil {
		callable = dsl.NewProc(-1, func(c *dsl.Call) (dsl.Value, error) {
			return nil, c.Errorf("LocalJumpError", "no block given")
		})
	}
	m.t.Changing(m.concerns)
	m.concerns.Set(c.Args[0], callable)
	m.drawing.noteConcern(c, callable)
	return callable
}

// maxConcerns bounds the concerns that are remembered.
const maxConcerns = 10_000

// A concernUse tells whether something uses a concern.
type concernUse struct {
	route.Concern
	value dsl.Value
	used  bool
}

func (d *Drawing) noteConcern(c *dsl.Call, callable dsl.Value) {
	name, err := c.Thread.Inspect(c.Args[0])
	if err == nil && len(d.concerns) < maxConcerns {
		d.concerns = append(d.concerns, &concernUse{Concern: route.Concern{Name: name, Pos: c.Pos}, value: callable})
	}
}

func (d *Drawing) useConcern(callable dsl.Value) {
	for _, c := range d.concerns {
		c.used = c.used || c.value == callable
	}
}

// UnusedConcerns returns the concerns that nothing uses: not even a `concerns` in a part of
// the files that did not run, as that of `if ENV["COMMENTS"]`.
func (d *Drawing) UnusedConcerns(files map[string]*grammar.File) (unused []route.Concern) {
	idle := slices.DeleteFunc(slices.Clone(d.concerns), func(c *concernUse) bool { return c.used })
	if len(idle) == 0 {
		return nil
	}
	named := namedConcerns(files)
	for _, c := range idle {
		if !named[strings.TrimPrefix(c.Name, ":")] {
			unused = append(unused, c.Concern)
		}
	}
	return unused
}

// namedConcerns are the names that `concerns` and `concerns:` are given in files.
func namedConcerns(files map[string]*grammar.File) map[string]bool {
	names := map[string]bool{}
	note := func(n grammar.Node) {
		switch n := n.(type) {
		case *grammar.Sym:
			names[n.Name] = true
		case *grammar.Str:
			names[n.Value] = true
		}
	}
	for _, file := range files {
		grammar.Walk(file, func(n grammar.Node) {
			switch n := n.(type) {
			case *grammar.Call:
				if n.Name == "concerns" {
					for _, x := range n.Args {
						grammar.Walk(x, note)
					}
				}
			case *grammar.Hash:
				for _, p := range n.Pairs {
					if key, ok := p.Key.(*grammar.Sym); ok && key.Name == "concerns" {
						grammar.Walk(p.Value, note)
					}
				}
			}
		})
	}
	return names
}

// A concernBlock is a concern's block; it runs with the mapper as self.
type concernBlock struct{ block *dsl.Proc }

// Call implements dsl.Receiver: mapper.instance_exec(options, &block).
func (b *concernBlock) Call(c *dsl.Call) (dsl.Value, error) {
	if c.Name != "call" || len(c.Args) != 2 {
		return nil, dsl.ErrNoMethod
	}
	return c.Exec(c.Args[0], b.block, c.Args[1]), nil
}

// Kept implements dsl.Keeper.
func (b *concernBlock) Kept(visit func(...dsl.Value)) { visit(b.block) }

// concernsWord is `concerns`.
func (m *Mapper) concernsWord(c *dsl.Call) dsl.Value {
	m.useConcerns(c.Args, ruby.CloneOptions(c.Keywords))
	return nil
}

// useConcerns runs each concern with the options.
func (m *Mapper) useConcerns(names []dsl.Value, options *dsl.Hash) {
	for _, name := range ruby.Flatten(nil, names) {
		if u, ok := name.(*dsl.Unknown); ok {
			m.unknownConcernName(u)
			continue
		}
		concern, ok := m.concerns.Get(name)
		if !ok {
			panic(dsl.Fail(m.noConcern(name)))
		}
		m.drawing.useConcern(concern)
		m.runConcern(concern, options)
	}
}

// unknownConcernName warns of concerns of which only the application knows which they are:
// one that there is settles it, or a list of none.
func (m *Mapper) unknownConcernName(u *dsl.Unknown) {
	d := warning(route.UnknownValue, m.pos, "unknown concern "+dsl.Brief(u.Text())+": its routes are missing; set it to a name")
	d.Source, d.Expr, d.Wants, d.Example = u.Text(), u.Text(), route.TextShape, "[]"
	for i := range m.concerns.Len() {
		key, _ := m.concerns.At(i)
		if name, ok := key.(dsl.Symbol); ok && ruby.IsWord(string(name)) {
			d.Example = ":" + string(name) + ", or [] for none"
			break
		}
	}
	m.drawing.Host.Tell(d)
}

// noConcern is the error of a concern that is not defined.
func (m *Mapper) noConcern(name dsl.Value) error {
	err := dsl.Raise("ArgumentError", "No concern named %s was found!", m.Str(name))
	shown, inspectErr := m.t.Inspect(name)
	if inspectErr != nil {
		return err
	}
	var known []string
	for i := range m.concerns.Len() {
		key, _ := m.concerns.At(i)
		if s, err := m.t.Inspect(key); err == nil {
			known = append(known, s)
		}
	}
	return ruby.Meant(err, shown, known)
}

// runConcern runs one concern and notes for its routes what uses it.
func (m *Mapper) runConcern(concern dsl.Value, options *dsl.Hash) {
	around, pos := m.user, m.pos
	m.user = &pos
	defer func() { m.user = around }()
	m.useConcern(concern, options)
}

// useConcern runs one concern; of those that the sides of a condition define,
// each under the condition.
func (m *Mapper) useConcern(concern dsl.Value, options *dsl.Hash) {
	u, ok := concern.(*dsl.Unknown)
	if !ok {
		m.call.Send(concern, "call", m.self, options.Clone())
		return
	}
	if when, yes, no, ok := u.Choice(); ok {
		ruby.Fork(m.t, when, func() { m.useConcern(yes, options) }, func() { m.useConcern(no, options) })
		return
	}
	if _, v, ok := u.Guarded(); ok { // where it is not there, Rails raises
		m.useConcern(v, options)
		return
	}
	m.unknownConcern(u, options)
}

// unknownConcern runs the routing method that the settings name for a concern that
// only the application knows; false stands for no routes.
func (m *Mapper) unknownConcern(u *dsl.Unknown, options *dsl.Hash) {
	expr := u.Text() + ".call"
	v, ok := m.drawing.Host.Settle(expr)
	if !ok {
		d := warning(route.UnknownValue, m.pos, "unknown concern "+dsl.Brief(u.Text())+": its routes are missing; set it to a name")
		d.Source, d.Wants = expr, route.ConcernShape
		m.drawing.Host.Tell(d)
		return
	}
	word := ruby.NameText(v)
	if word == "" {
		return
	}
	args := []dsl.Value{}
	if options.Len() > 0 {
		args = append(args, options.Clone())
	}
	m.call.Send(m.self, word, args...)
}

package expand

import "signalbox/dsl"

// concern is `concern`: it keeps the block, or the callable, for later.
func (m *Mapper) concern(c *dsl.Call) (dsl.Value, error) {
	if len(c.Args) == 0 || len(c.Args) > 2 {
		return nil, wrongArguments(len(c.Args), "1..2")
	}
	var callable dsl.Value
	switch {
	case len(c.Args) == 2 && truthy(c.Args[1]):
		callable = c.Args[1]
	case c.Block != nil:
		callable = (&concernBlock{c.Block}).object(m)
	}
	if callable == nil {
		callable = dsl.NewProc(-1, func(c *dsl.Call) (dsl.Value, error) {
			return nil, c.Errorf("LocalJumpError", "no block given")
		})
	}
	m.concerns.Set(c.Args[0], callable)
	return callable, nil
}

// A concernBlock is a concern's block; it runs with the mapper as self.
type concernBlock struct{ block *dsl.Proc }

func (b *concernBlock) object(m *Mapper) dsl.Value {
	return m.l.interp.NewObject(m.l.concernClass, b)
}

// Call implements dsl.Receiver: mapper.instance_exec(options, &block).
func (b *concernBlock) Call(c *dsl.Call) (dsl.Value, error) {
	if c.Name != "call" || len(c.Args) != 2 {
		return nil, dsl.ErrNoMethod
	}
	return c.Exec(c.Args[0], b.block, c.Args[1])
}

// concernsWord is `concerns`.
func (m *Mapper) concernsWord(c *dsl.Call) (dsl.Value, error) {
	names, options := c.Args, c.Keywords
	if options == nil {
		options = dsl.NewHash(0)
	}
	return nil, m.useConcerns(names, options)
}

// useConcerns runs each concern with the options.
func (m *Mapper) useConcerns(names []dsl.Value, options *dsl.Hash) error {
	for _, name := range flatten(nil, names) {
		concern, ok := m.concerns.Get(name)
		if !ok {
			text, err := m.str(name)
			if err != nil {
				return err
			}
			return dsl.Raise("ArgumentError", "No concern named %s was found!", text)
		}
		if u, ok := concern.(*dsl.Unknown); ok {
			m.l.warn(m.pos, "the concern "+u.Text+" is known to the application only", "Its routes are not in the table.")
			continue
		}
		if _, err := m.call.Send(concern, "call", m.self, options.Clone()); err != nil {
			return err
		}
	}
	return nil
}

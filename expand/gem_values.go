package expand

import (
	"slices"
	"strings"

	"signalbox/dsl"
)

// The functions of Signalbox for values that conditions pick, or that only the application
// knows.

func (l gemModule) callSides(c *dsl.Call) (dsl.Value, error) {
	return dsl.Nil, eachSide(c.Thread(), c.Args, func(args []dsl.Value) error {
		_, err := c.TryYield(args...)
		return err
	})
}

// eachSide runs f for what conditions pick of values, of elements of lists and of values of
// hashes.
func eachSide(t *dsl.Thread, args []dsl.Value, f func([]dsl.Value) error) error {
	split := func(when *dsl.Unknown, yes, no []dsl.Value) error {
		return fork(t, when, func() error { return eachSide(t, yes, f) }, func() error { return eachSide(t, no, f) })
	}
	if when, yes, no := doubtfulList(dsl.NewArray(args...)); when != nil {
		return split(when, list(yes), list(no))
	}
	for i, a := range args {
		h, _ := a.(*dsl.Hash)
		for j := range h.Len() {
			key, v := h.At(j)
			when, yes, no := doubtfulList(dsl.NewArray(v))
			if when == nil {
				continue
			}
			with := func(v dsl.Value) []dsl.Value {
				own := h.Clone()
				if left := list(v); len(left) > 0 {
					own.Set(key, left[0])
				} else {
					own.Delete(key)
				}
				return replaceArg(args, i, own)
			}
			return split(when, with(yes), with(no))
		}
	}
	return f(args)
}

func (l gemModule) callDecide(c *dsl.Call) (dsl.Value, error) {
	return dsl.Nil, either(c.Thread(), c.Args[0], &gemSetting{wants: DecisionShape, otherwise: dsl.Nil}, func(v dsl.Value) error {
		_, err := c.TryYield(dsl.Bool(truthy(v)))
		return err
	})
}

func (l gemModule) callUnknown(c *dsl.Call) (dsl.Value, error) {
	return dsl.NewUnknown(textOfName(c.Args[0]), l.mapperOf(c).pos), nil
}

func (l gemModule) callIsUnknown(c *dsl.Call) (dsl.Value, error) {
	if unknownIn(c.Args[0]) == nil {
		return dsl.False, nil
	}
	text := unknownText(c.Args[0])
	if _, ok := c.Keywords.Sym("setting"); !ok {
		c.Keywords = cloneOptions(c.Keywords)
		c.Keywords.Set(dsl.Symbol("setting"), dsl.NewString(text))
	}
	summary := strings.NewReplacer("%b", dsl.Brief(text)).Replace(textOfName(c.Args[1]))
	l.warnFromGem(c, dsl.NewString(summary+" is known to the application only"), c.Args[2])
	return dsl.True, nil
}

func (l gemModule) callKnown(c *dsl.Call) (dsl.Value, error) {
	m := l.mapperOf(c)
	return m.known(c.Args[0], func(u *dsl.Unknown) {
		if len(c.Args) < 3 {
			l.unknown(m, u, "option list")
			return
		}
		l.warnFromGem(c, c.Args[1], c.Args[2])
	}), nil
}

func (l gemModule) callOr(c *dsl.Call) (dsl.Value, error) {
	return mapped(c.Thread(), c.Args[0], &gemSetting{}, func(v dsl.Value) (dsl.Value, error) {
		if truthy(v) {
			return v, nil
		}
		return c.Args[1], nil
	})
}

func (l gemModule) callText(c *dsl.Call) (dsl.Value, error) {
	v, err := l.callOr(c)
	if err != nil {
		return nil, err
	}
	if name, ok := v.(dsl.Symbol); ok {
		v = dsl.NewString(string(name))
	}
	return v, nil
}

func (l gemModule) callIsHash(c *dsl.Call) (dsl.Value, error) {
	_, ok := c.Args[0].(*dsl.Hash)
	return dsl.Bool(ok), nil
}

func (l gemModule) callHash(c *dsl.Call) (dsl.Value, error) {
	if !truthy(c.Args[0]) {
		return dsl.NewHash(0), nil
	}
	h, err := l.mapperOf(c).hashOf(c.Args[0])
	if err != nil {
		return nil, err
	}
	if h == nil {
		h = dsl.NewHash(0)
	}
	return h, nil
}

func (l gemModule) callPlain(c *dsl.Call) (dsl.Value, error) {
	if !truthy(c.Args[0]) {
		return dsl.Nil, nil
	}
	s, err := l.mapperOf(c).str(c.Args[0])
	return dsl.NewString(s), err
}

func (l gemModule) callSymbol(c *dsl.Call) (dsl.Value, error) {
	m := l.mapperOf(c)
	if u, ok := c.Args[0].(*dsl.Unknown); ok {
		l.warnAbout(u.Text(), m.pos, isUnknown, textOfName(c.Args[1]))
		return dsl.Nil, nil
	}
	name, err := m.symbolName(c.Args[0])
	return dsl.Symbol(name), err
}

func (l gemModule) callSure(c *dsl.Call) (dsl.Value, error) {
	return mapped(c.Thread(), c.Args[0], &gemSetting{otherwise: c.Args[1]}, func(v dsl.Value) (dsl.Value, error) { return v, nil })
}

func (l gemModule) callNames(c *dsl.Call) (dsl.Value, error) {
	names := dsl.NewArray()
	for _, v := range list(c.Args[0]) {
		if name := textOfName(v); name != "" {
			names.Elems = append(names.Elems, dsl.Symbol(name))
		}
	}
	return names, nil
}

func (l gemModule) callParts(c *dsl.Call) (dsl.Value, error) {
	if dsl.UnknownIn(c.Args[0]) != nil {
		return dsl.NewArray(c.Args[0]), nil
	}
	return c.TrySend(c.Args[0], "split", dsl.NewString("/"))
}

// known is a list or hash without what only the application knows, of which tell tells.
func (m *Mapper) known(v dsl.Value, tell func(*dsl.Unknown)) dsl.Value {
	switch v := v.(type) {
	case *dsl.Unknown:
		if !isChoice(v) {
			tell(v)
			return dsl.NewHash(0)
		}
	case *dsl.Array:
		list := *v
		list.Elems = slices.DeleteFunc(slices.Clone(v.Elems), func(e dsl.Value) bool {
			u := unknownIn(e)
			if u != nil {
				tell(u)
			}
			return u != nil
		})
		return &list
	case *dsl.Hash:
		own := v.Clone()
		for i := v.Len() - 1; i >= 0; i-- {
			if key, _ := v.At(i); dsl.IsUnknown(key) {
				tell(key.(*dsl.Unknown))
				own.Delete(key)
			}
		}
		return own
	}
	return v
}

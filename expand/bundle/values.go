package bundle

import (
	"slices"
	"strings"

	"signalbox/dsl"
	"signalbox/expand/route"
	"signalbox/expand/ruby"
	"signalbox/internal/spelling"
)

// The functions of Signalbox for values that conditions pick, or that only the application
// knows.

func (b gemModule) callSides(c *dsl.Call) dsl.Value {
	eachSide(c.Thread, c.Args, func(args []dsl.Value) {
		c.Yield(args...)
	})
	return dsl.Nil
}

// eachSide runs f for what conditions pick of values, of elements of lists and of values of
// hashes.
func eachSide(t *dsl.Thread, args []dsl.Value, f func([]dsl.Value)) {
	split := func(when *dsl.Unknown, yes, no []dsl.Value) {
		ruby.Fork(t, when, func() { eachSide(t, yes, f) }, func() { eachSide(t, no, f) })
	}
	if when, yes, no := ruby.Sides(dsl.NewArray(args...)); when != nil {
		split(when, ruby.List(yes), ruby.List(no))
		return
	}
	for i, a := range args {
		h, _ := a.(*dsl.Hash)
		for j := range h.Len() {
			key, v := h.At(j)
			when, yes, no := ruby.Sides(dsl.NewArray(v))
			if when == nil {
				continue
			}
			with := func(v dsl.Value) []dsl.Value {
				own := h.Clone()
				if left := ruby.List(v); len(left) > 0 {
					own.Set(key, left[0])
				} else {
					own.Delete(key)
				}
				return ruby.Replace(args, i, own)
			}
			split(when, with(yes), with(no))
			return
		}
	}
	f(args)
}

func (b gemModule) callPossible(c *dsl.Call) dsl.Value {
	var each func(v, on dsl.Value)
	each = func(v, on dsl.Value) {
		also := func(when *dsl.Unknown) dsl.Value {
			if u, ok := on.(*dsl.Unknown); ok {
				return u.And(when)
			}
			return when
		}
		if u, ok := v.(*dsl.Unknown); ok {
			if when, yes, no, ok := u.Choice(); ok {
				each(yes, also(when))
				each(no, also(when.Not()))
				return
			}
			if when, v, ok := u.Guarded(); ok && !u.Splat() {
				each(v, also(when))
				return
			}
			if u.Splat() {
				v = dsl.NewUnknown(u.Text(), u.Pos)
			}
		}
		c.Yield(v, on)
	}
	for _, v := range ruby.List(c.Args[0]) {
		each(v, dsl.True)
	}
	return dsl.Nil
}

func (b gemModule) callDecide(c *dsl.Call) dsl.Value {
	(&gemSetting{wants: route.DecisionShape, otherwise: dsl.Nil}).each(c.Thread, c.Args[0], func(v dsl.Value) {
		c.Yield(dsl.Bool(ruby.Truthy(v)))
	})
	return dsl.Nil
}

func (b gemModule) callUnknown(c *dsl.Call) dsl.Value {
	if u, ok := c.Args[0].(*dsl.Unknown); ok {
		return dsl.NewUnknown(u.Text(), b.wordPlace(c))
	}
	return dsl.NewUnknown(ruby.NameText(c.Args[0]), b.wordPlace(c))
}

func (b gemModule) callIsUnknown(c *dsl.Call) dsl.Value {
	if ruby.Undecided(c.Args[0]) == nil {
		return dsl.False
	}
	text := unknownText(c.Args[0])
	if _, ok := c.Keywords.Sym("setting"); !ok {
		c.Keywords = ruby.CloneOptions(c.Keywords)
		c.Keywords.Set(dsl.Symbol("setting"), dsl.NewString(text))
	}
	b.warnFromGem(c, filledIn(c.Args[1], text))
	return dsl.True
}

// filledIn is the text of a warning, with the source of an unknown value for %b.
func filledIn(text dsl.Value, source string) string {
	return strings.ReplaceAll(ruby.NameText(text), "%b", dsl.Brief(source))
}

// unknownText is what an unknown value is told as.
func unknownText(v dsl.Value) string {
	if u := dsl.UnknownIn(v); u != nil {
		return u.Text()
	}
	return "a provider"
}

func (b gemModule) callKnown(c *dsl.Call) dsl.Value {
	return known(c.Args[0], func(u *dsl.Unknown) {
		if len(c.Args) < 2 {
			b.Drawing.Unknown(b.mapperOf(c), u, "option list")
			return
		}
		b.warnFromGem(c, filledIn(c.Args[1], u.Text()))
	})
}

func (b gemModule) callOr(c *dsl.Call) dsl.Value {
	return ruby.Mapped(c.Thread, c.Args[0], func(v dsl.Value) dsl.Value {
		if ruby.Truthy(v) {
			return v
		}
		return c.Args[1]
	})
}

func (b gemModule) callText(c *dsl.Call) dsl.Value {
	v := b.callOr(c)
	if name, ok := v.(dsl.Symbol); ok {
		v = dsl.NewString(string(name))
	}
	return v
}

func (b gemModule) callIsHash(c *dsl.Call) dsl.Value {
	_, ok := c.Args[0].(*dsl.Hash)
	return dsl.Bool(ok)
}

func (b gemModule) callHash(c *dsl.Call) dsl.Value {
	if !ruby.Truthy(c.Args[0]) {
		return dsl.NewHash(0)
	}
	h := b.mapperOf(c).HashOf(c.Args[0])
	if h == nil {
		h = dsl.NewHash(0)
	}
	return h
}

func (b gemModule) callPlain(c *dsl.Call) dsl.Value {
	if !ruby.Truthy(c.Args[0]) {
		return dsl.Nil
	}
	s := b.mapperOf(c).Str(c.Args[0])
	return dsl.NewString(s)
}

func (b gemModule) callSymbol(c *dsl.Call) dsl.Value {
	m := b.mapperOf(c)
	if u, ok := c.Args[0].(*dsl.Unknown); ok {
		b.warnAbout(u.Text(), m.Pos(), filledIn(c.Args[1], u.Text()))
		return dsl.Nil
	}
	name := b.Drawing.SymbolName(c.Args[0])
	return dsl.Symbol(name)
}

func (b gemModule) callSure(c *dsl.Call) dsl.Value {
	return mapped(c.Thread, c.Args[0], &gemSetting{otherwise: c.Args[1]}, func(v dsl.Value) dsl.Value { return v })
}

func (b gemModule) callNames(c *dsl.Call) dsl.Value {
	names := dsl.NewArray()
	for _, v := range ruby.List(c.Args[0]) {
		if name := ruby.NameText(v); name != "" {
			names.Elems = append(names.Elems, dsl.Symbol(name))
		}
	}
	return names
}

func (b gemModule) callNearest(c *dsl.Call) dsl.Value {
	var names []string
	for _, v := range ruby.List(c.Args[1]) {
		names = append(names, ruby.NameText(v))
	}
	if near := spelling.Nearest(ruby.NameText(c.Args[0]), names); near != "" {
		return dsl.NewString(near)
	}
	return dsl.Nil
}

func (b gemModule) callParts(c *dsl.Call) dsl.Value {
	if dsl.UnknownIn(c.Args[0]) != nil {
		return dsl.NewArray(c.Args[0])
	}
	return c.Send(c.Args[0], "split", dsl.NewString("/"))
}

// known is a list or hash without what only the application knows, of which tell tells.
func known(v dsl.Value, tell func(*dsl.Unknown)) dsl.Value {
	switch v := v.(type) {
	case *dsl.Unknown:
		if !ruby.IsChoice(v) {
			tell(v)
			return dsl.NewHash(0)
		}
	case *dsl.Array:
		list := *v
		list.Elems = slices.DeleteFunc(slices.Clone(v.Elems), func(e dsl.Value) bool {
			u := ruby.Undecided(e)
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

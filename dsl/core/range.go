package core

import (
	"math"

	"signalbox/dsl"
	"signalbox/dsl/internal/limits"
	"signalbox/dsl/internal/trait"
)

func init() {
	dsl.Register(dsl.Type{Name: "Range", Includes: []string{"Enumerable"}, Methods: rangeMethods, Functions: rangeClassMethods})
}

// rangeMethods are Range's own methods; what works on any collection is in
// enumerableMethods.
var rangeMethods = dsl.JoinMethods(derived("Range"), dsl.Methods{
	"begin":                dsl.Fn(0, func(c *dsl.Call) dsl.Value { return orNil(selfRange(c).Lo) }).With(trait.Partial),
	"end":                  dsl.Fn(0, func(c *dsl.Call) dsl.Value { return orNil(selfRange(c).Hi) }).With(trait.Partial),
	"exclude_end?":         dsl.Fn(0, func(c *dsl.Call) dsl.Value { return dsl.Bool(selfRange(c).Exclusive) }).With(trait.Partial),
	"each":                 dsl.OrEnumerator(dsl.Fn(0, rangeEach)),
	"to_a entries":         dsl.Fn(0, rangeToA),
	"include? member?":     dsl.Fn(1, rangeInclude),
	"===":                  dsl.Fn(1, rangeCover),
	"size":                 dsl.Fn(0, rangeSize),
	"==":                   dsl.Fn(1, rangeEqual),
	"eql?":                 dsl.Fn(1, containerEql),
	"hash":                 dsl.Fn(0, containerHash),
	"inspect":              dsl.Fn(0, inspectSelf).With(trait.Partial | trait.ShowsParts),
	"to_s":                 dsl.Fn(0, rangeToS).With(trait.Partial | trait.ShowsParts),
	"to_fs to_formatted_s": dsl.FnOpt(0, 1, rangeToS).With(trait.ShowsParts),
	"frozen?":              dsl.Fn(0, func(*dsl.Call) dsl.Value { return dsl.True }).With(trait.Opaque),
	"dup":                  dsl.Fn(0, arraySelf).With(trait.Opaque),
})

var rangeClassMethods = dsl.Methods{"new": dsl.FnOpt(2, 3, ofType("Range", rangeNew))}

func orNil(v dsl.Value) dsl.Value {
	if v == nil {
		return dsl.Nil
	}
	return v
}

// selfRange is the receiver of a Range method.
func selfRange(c *dsl.Call) *dsl.Range { return c.Self.(*dsl.Range) }

func rangeNew(c *dsl.Call) dsl.Value {
	c.ChargeMemory(limits.SizeRange)
	r := &dsl.Range{Lo: c.Arg(0), Hi: c.Arg(1), Exclusive: c.Truthy(c.Arg(2))}
	if r.Lo == dsl.Nil || r.Hi == dsl.Nil {
		return r
	}
	var order dsl.Value
	if err := dsl.RaisedBy(func() { order = c.Send(r.Lo, "<=>", r.Hi) }); err != nil || order == dsl.Nil {
		panic(c.Exception("ArgumentError", "bad value for range"))
	}
	return r
}

func isNumber(v dsl.Value) bool {
	switch v.(type) {
	case dsl.Int, dsl.Float:
		return true
	}
	return false
}

// covers reports whether lo <= v <= hi; values without an order are outside.
func covers(c *dsl.Call, r *dsl.Range, v dsl.Value) bool {
	if r.Lo != dsl.Nil {
		order, ok := tryCompare(c, r.Lo, v)
		if !ok || order > 0 {
			return false
		}
	}
	if r.Hi != dsl.Nil {
		order, ok := tryCompare(c, v, r.Hi)
		if !ok || order > 0 || order == 0 && r.Exclusive {
			return false
		}
	}
	return true
}

// tryCompare is <=>; ok is false for values without an order.
func tryCompare(c *dsl.Call, a, b dsl.Value) (order int, ok bool) {
	v := c.Send(a, "<=>", b)
	if v == dsl.Nil {
		return 0, false
	}
	order = orderOf(c, v, a, b)
	return order, true
}

func rangeCover(c *dsl.Call) dsl.Value {
	if _, ok := c.Arg(0).(*dsl.Range); ok {
		return c.Send(c.Self, "cover?", c.Arg(0))
	}
	return dsl.Bool(covers(c, selfRange(c), c.Arg(0)))
}

func rangeInclude(c *dsl.Call) dsl.Value {
	r := selfRange(c)
	_, text := r.Lo.(*dsl.String)
	_, endText := r.Hi.(*dsl.String)
	if _, ok := c.Arg(0).(*dsl.Range); ok || !text && !endText {
		return rangeCover(c)
	}
	if r.Lo == dsl.Nil || r.Hi == dsl.Nil {
		panic(c.Exception("TypeError", "cannot determine inclusion in beginless/endless ranges"))
	}
	s, ok := convertedText(c, c.Arg(0))
	return dsl.Bool(ok && includes(c, valuesOf(c, r), s))
}

func rangeSize(c *dsl.Call) dsl.Value {
	r := selfRange(c)
	switch r.Lo.(type) {
	case dsl.Int:
		if r.Hi == dsl.Nil || isInfinite(r.Hi) {
			return dsl.Float(math.Inf(1))
		}
		if n, ok := intCount(r); ok {
			return dsl.Int(n)
		}
	case dsl.Float, dsl.NilValue:
		panic(cannotIterate(c, r.Lo))
	}
	return dsl.Nil
}

func isInfinite(v dsl.Value) bool {
	f, ok := v.(dsl.Float)
	return ok && math.IsInf(float64(f), 1)
}

func rangeEqual(c *dsl.Call) dsl.Value {
	r := selfRange(c)
	other, ok := c.Arg(0).(*dsl.Range)
	if !ok || r.Exclusive != other.Exclusive {
		return dsl.False
	}
	if !c.Equal(r.Lo, other.Lo) {
		return dsl.False
	}
	return dsl.Bool(c.Equal(r.Hi, other.Hi))
}

func rangeToS(c *dsl.Call) dsl.Value {
	r := selfRange(c)
	lo := c.ToS(r.Lo)
	return c.NewString(lo + r.Dots() + c.ToS(r.Hi))
}

package dsl

import "strings"

// numericActiveMethods are what ActiveSupport adds to every number.
var numericActiveMethods = methodTable{
	"bytes": fn(0, stringItself), "byte": fn(0, stringItself),
	"kilobytes": fn(0, bytesUnit(1)), "kilobyte": fn(0, bytesUnit(1)),
	"megabytes": fn(0, bytesUnit(2)), "megabyte": fn(0, bytesUnit(2)),
	"gigabytes": fn(0, bytesUnit(3)), "gigabyte": fn(0, bytesUnit(3)),
	"terabytes": fn(0, bytesUnit(4)), "terabyte": fn(0, bytesUnit(4)),
	"petabytes": fn(0, bytesUnit(5)), "petabyte": fn(0, bytesUnit(5)),
	"exabytes": fn(0, bytesUnit(6)), "exabyte": fn(0, bytesUnit(6)),
	"seconds": fn(0, durationUnit("seconds")), "second": fn(0, durationUnit("seconds")),
	"minutes": fn(0, durationUnit("minutes")), "minute": fn(0, durationUnit("minutes")),
	"hours": fn(0, durationUnit("hours")), "hour": fn(0, durationUnit("hours")),
	"days": fn(0, durationUnit("days")), "day": fn(0, durationUnit("days")),
	"weeks": fn(0, durationUnit("weeks")), "week": fn(0, durationUnit("weeks")),
	"fortnights": fn(0, fortnights), "fortnight": fn(0, fortnights),
	"in_milliseconds": fn(0, inMilliseconds),
}

var floatActiveMethods = numericActiveMethods

var integerActiveMethods = with(numericActiveMethods, methodTable{
	"months": fn(0, durationUnit("months")), "month": fn(0, durationUnit("months")),
	"years": fn(0, durationUnit("years")), "year": fn(0, durationUnit("years")),
	"ordinal":    fn(0, intOrdinal),
	"ordinalize": fn(0, intOrdinalize),
})

// bytesUnit makes kilobytes and its kin: powers of 1024.
func bytesUnit(power int) func(*Call) Value {
	unit := int64(1) << (10 * power)
	return func(c *Call) Value {
		if n, ok := c.Self.(Int); ok {
			return mulInts(c, int64(n), unit)
		}
		return Float(selfFloat(c) * float64(unit))
	}
}

func inMilliseconds(c *Call) Value { return c.send(c.Self, "*", Int(1000)) }

func fortnights(c *Call) Value {
	return c.send(c.send(c.Self, "*", Int(2)), "weeks")
}

func intOrdinal(c *Call) Value {
	return c.t.newString(c.t.in.inflect.Ordinal(int(selfInt(c))))
}

func intOrdinalize(c *Call) Value {
	return c.t.newString(c.t.in.inflect.Ordinalize(int(selfInt(c))))
}

// A duration is what an ActiveSupport::Duration keeps: its length in seconds,
// and the parts it was written with.
type duration struct {
	value Value
	parts []durationPart // each unit once, in the order they came
}

type durationPart struct {
	unit string
	n    Value
}

// durationUnits are the units in the order inspect prints them.
var durationUnits = []struct {
	name    string
	seconds int64
}{
	{"years", 31556952},
	{"months", 2629746},
	{"weeks", 604800},
	{"days", 86400},
	{"hours", 3600},
	{"minutes", 60},
	{"seconds", 1},
}

// setupDuration makes the class ActiveSupport::Duration.
func (in *Interp) setupDuration() {
	in.classes.duration = &Class{
		name: "ActiveSupport::Duration", super: in.classes.object, builtins: durationMethods, abstract: true,
	}
	in.DefineConst("ActiveSupport::Duration", in.classes.duration)
}

func durationOf(v Value) (*duration, bool) {
	if o, ok := v.(*Object); ok {
		d, ok := o.data.(*duration)
		return d, ok
	}
	return nil, false
}

func selfDuration(c *Call) *duration {
	if d, ok := durationOf(c.Self); ok {
		return d
	}
	return &duration{value: Int(0)}
}

// newDuration makes a duration without the parts that are zero.
func newDuration(c *Call, d *duration) Value {
	if f, _ := toFloat(d.value); f != 0 {
		kept := d.parts[:0:0]
		for _, p := range d.parts {
			if n, _ := toFloat(p.n); n != 0 {
				kept = append(kept, p)
			}
		}
		d.parts = kept
	}
	class := c.t.in.classes.duration
	if class == nil {
		panic(c.exception("NameError", "uninitialized constant ActiveSupport::Duration"))
	}
	c.t.grow(sizeArray + sizeVariable*len(d.parts))
	o := c.t.newObject(class, d)
	o.frozen = true
	return o
}

func durationUnit(unit string) func(*Call) Value {
	seconds := int64(1)
	for _, u := range durationUnits {
		if u.name == unit {
			seconds = u.seconds
		}
	}
	return func(c *Call) Value {
		value := c.send(c.Self, "*", Int(seconds))
		return newDuration(c, &duration{value: value, parts: []durationPart{{unit, c.Self}}})
	}
}

var durationMethods = methodTable{
	"value":          fn(0, durationValue),
	"to_i":           fn(0, durationSend("to_i")),
	"in_seconds":     fn(0, durationSend("to_i")),
	"to_f":           fn(0, durationSend("to_f")),
	"to_s":           fn(0, durationSend("to_s")),
	"in_minutes":     fn(0, durationIn(60)),
	"in_hours":       fn(0, durationIn(3600)),
	"in_days":        fn(0, durationIn(86400)),
	"in_weeks":       fn(0, durationIn(604800)),
	"in_months":      fn(0, durationIn(2629746)),
	"in_years":       fn(0, durationIn(31556952)),
	"inspect":        fn(0, durationInspect),
	"parts":          fn(0, durationParts),
	"+":              fn(1, durationAdd),
	"-":              fn(1, durationSub),
	"*":              fn(1, durationScale),
	"/":              fn(1, durationScale),
	"-@":             fn(0, durationNegate),
	"+@":             fn(0, stringItself),
	"==":             fn(1, intEqualDuration),
	"eql?":           fn(1, intEqualDuration),
	"<=>":            fn(1, durationCompare),
	"ago":            fnOpt(0, 1, durationFromNow),
	"from_now":       fnOpt(0, 1, durationFromNow),
	"since":          fnOpt(0, 1, durationFromNow),
	"after":          fnOpt(0, 1, durationFromNow),
	"until":          fnOpt(0, 1, durationFromNow),
	"before":         fnOpt(0, 1, durationFromNow),
	"method_missing": fnKw(1, -1, durationMissing),
}

func durationValue(c *Call) Value { return selfDuration(c).value }

func durationSend(name string) func(*Call) Value {
	return func(c *Call) Value { return c.send(selfDuration(c).value, name) }
}

func durationIn(seconds float64) func(*Call) Value {
	return func(c *Call) Value {
		f, _ := toFloat(c.send(selfDuration(c).value, "to_i"))
		return Float(f / seconds)
	}
}

func durationParts(c *Call) Value {
	h := c.t.newHash(0)
	for _, p := range selfDuration(c).parts {
		c.put(h, Symbol(p.unit), p.n)
	}
	return h
}

func durationInspect(c *Call) Value {
	d := selfDuration(c)
	var words []string
	for _, u := range durationUnits {
		for _, p := range d.parts {
			if p.unit != u.name {
				continue
			}
			name := p.unit
			if f, _ := toFloat(p.n); f == 1 {
				name = strings.TrimSuffix(name, "s")
			}
			words = append(words, formatNumber(p.n)+" "+name)
		}
	}
	switch n := len(words); n {
	case 0:
		return c.t.newString(formatNumber(d.value) + " seconds")
	case 1, 2:
		return c.t.newString(strings.Join(words, " and "))
	default:
		return c.t.newString(strings.Join(words[:n-1], ", ") + ", and " + words[n-1])
	}
}

// mapped applies an operator to the length and to every part.
func (d *duration) mapped(c *Call, op string, args ...Value) Value {
	value := c.send(d.value, op, args...)
	parts := make([]durationPart, len(d.parts))
	for i, p := range d.parts {
		n := c.send(p.n, op, args...)
		parts[i] = durationPart{p.unit, n}
	}
	return newDuration(c, &duration{value, parts})
}

// plus adds o's parts to d's.
func (d *duration) plus(c *Call, o *duration) Value {
	value := c.send(d.value, "+", o.value)
	parts := append([]durationPart(nil), d.parts...)
next:
	for _, p := range o.parts {
		for i := range parts {
			if parts[i].unit == p.unit {
				parts[i].n = c.send(parts[i].n, "+", p.n)
				continue next
			}
		}
		parts = append(parts, p)
	}
	return newDuration(c, &duration{value, parts})
}

// durationArg reads a duration, or a number of seconds.
func durationArg(c *Call, v Value) *duration {
	if d, ok := durationOf(v); ok {
		return d
	}
	switch v.(type) {
	case Int, Float:
		return &duration{v, []durationPart{{"seconds", v}}}
	}
	panic(c.exception("TypeError", "%s can't be coerced into Integer", coercionName(c, v)))
}

func durationAdd(c *Call) Value {
	o := durationArg(c, c.arg(0))
	return selfDuration(c).plus(c, o)
}

func durationNegate(c *Call) Value { return selfDuration(c).mapped(c, "-@") }

func durationSub(c *Call) Value {
	durationArg(c, c.arg(0))
	negative := c.send(c.arg(0), "-@")
	o := durationArg(c, negative)
	return selfDuration(c).plus(c, o)
}

// durationScale is * and /; a duration divided by a duration is a number.
func durationScale(c *Call) Value {
	d := selfDuration(c)
	if o, ok := durationOf(c.arg(0)); ok {
		if c.Name == "/" {
			return c.send(d.value, "/", o.value)
		}
		return d.mapped(c, c.Name, o.value)
	}
	switch c.arg(0).(type) {
	case Int, Float:
		return d.mapped(c, c.Name, c.arg(0))
	}
	panic(c.exception("TypeError", "no implicit conversion of %s into ActiveSupport::Duration", c.t.in.plainClassOf(c.arg(0)).name))
}

// durationScalar is an operation of a plain number with a duration.
func durationScalar(c *Call, n Value, d *duration) Value {
	seconds := &duration{n, []durationPart{{"seconds", n}}}
	switch c.Name {
	case "*":
		return d.mapped(c, "*", n)
	case "+":
		return d.plus(c, seconds)
	case "-":
		negative := d.mapped(c, "-@")
		o, _ := durationOf(negative)
		return o.plus(c, seconds)
	}
	return c.send(n, c.Name, d.value)
}

func intEqualDuration(c *Call) Value {
	order, ok := compareNumbers(c.Self, c.arg(0))
	_, both := durationOf(c.arg(0))
	return Bool(ok && order == 0 && (both || c.Name == "=="))
}

func durationCompare(c *Call) Value { return intSpaceship(c) }

// durationMissing leaves everything else to the number of seconds.
// durationFromNow is a time, which depends on the present one.
func durationFromNow(c *Call) Value { return check(c.t.unknownCall(c, false, nil)) }

func durationMissing(c *Call) Value {
	return check(c.t.send(selfDuration(c).value, c.nameArg(0), c.Args[1:], c.Keywords, c.Block, c.Pos))
}

package core

import (
	"strings"
	"unicode/utf8"

	"signalbox/dsl"
	"signalbox/dsl/internal/rubytext"
	"signalbox/dsl/internal/trait"
)

func init() {
	dsl.Register(dsl.Type{Name: "String", Includes: []string{"Comparable"}, Methods: stringMethods, Functions: stringClassMethods})
}

// stringMethods are Ruby's String and what ActiveSupport adds to it.
var stringMethods = dsl.JoinMethods(
	stringBasicMethods, stringIndexMethods, stringCaseMethods, stringTrimMethods,
	stringSetMethods, stringPatternMethods, stringEachMethods, stringNumberMethods,
	stringEncodingMethods, stringActiveMethods, derived("String"),
)

var stringClassMethods = dsl.Methods{
	"new":         dsl.FnKw(0, 1, stringNew),
	"try_convert": dsl.Fn(1, tryConvert("String", "to_str")),
}

var stringBasicMethods = dsl.Methods{
	"+":                        dsl.Fn(1, func(c *dsl.Call) dsl.Value { return dsl.Must(c.ConcatText(selfString(c), c.Text(0))) }).With(trait.Partial | trait.JoinsText),
	"*":                        dsl.Fn(1, stringTimes).With(trait.Partial),
	"%":                        dsl.Fn(1, stringFormat),
	"== === eql?":              dsl.Fn(1, stringEqual),
	"<=>":                      dsl.Fn(1, stringCompare),
	"dup":                      dsl.Fn(0, stringDup).With(trait.Opaque),
	"clone":                    dsl.FnKw(0, 0, stringClone).With(trait.Opaque),
	"<<":                       dsl.Fn(1, stringConcat).With(trait.ChangesReceiver | trait.Partial | trait.JoinsText),
	"concat":                   dsl.FnAny(stringConcat).With(trait.ChangesReceiver | trait.Partial | trait.JoinsText),
	"prepend":                  dsl.FnAny(stringPrepend).With(trait.ChangesReceiver | trait.Partial | trait.JoinsText),
	"replace":                  dsl.Fn(1, stringReplace).With(trait.ChangesReceiver | trait.Partial | trait.JoinsText),
	"clear":                    dsl.Fn(0, stringClear).With(trait.ChangesReceiver | trait.Partial),
	"reverse":                  dsl.Fn(0, stringReverse),
	"reverse!":                 dsl.Fn(0, stringAssign(stringReverse)).With(trait.ChangesReceiver),
	"length size":              dsl.Fn(0, stringLength),
	"bytesize":                 dsl.Fn(0, func(c *dsl.Call) dsl.Value { return dsl.Int(len(selfString(c).String())) }),
	"empty?":                   dsl.Fn(0, stringIsEmpty),
	"include?":                 dsl.Fn(1, func(c *dsl.Call) dsl.Value { return dsl.Bool(strings.Contains(countedText(c), c.Text(0))) }),
	"to_s to_str":              dsl.Fn(0, stringToS).With(trait.Partial),
	"to_sym intern":            dsl.Fn(0, func(c *dsl.Call) dsl.Value { return c.NewSymbol(selfString(c).String()) }),
	"inspect":                  dsl.Fn(0, func(c *dsl.Call) dsl.Value { return newString(c, rubytext.Quote(wholeText(c))) }).With(trait.Partial),
	"dump":                     dsl.Fn(0, func(c *dsl.Call) dsl.Value { return newString(c, rubytext.QuoteASCII(wholeText(c))) }),
	"acts_like?":               dsl.Fn(1, func(c *dsl.Call) dsl.Value { return dsl.Bool(c.NameArg(0) == "string") }),
	"html_safe":                dsl.Fn(0, stringItself).With(trait.Partial),
	"blank?":                   dsl.Fn(0, func(c *dsl.Call) dsl.Value { return dsl.Bool(blankText(spaceText(c))) }),
	"inquiry":                  dsl.Fn(0, func(c *dsl.Call) dsl.Value { return inquirerOf(c, selfString(c).String()) }),
	"starts_with? start_with?": dsl.FnAny(stringStartsWith),
	"ends_with? end_with?":     dsl.FnAny(stringEndsWith),
}

// selfString returns the receiver of a String method. Symbols share the reading
// methods; an instance of a subclass of String keeps its text in data.
func selfString(c *dsl.Call) *dsl.String {
	if y, ok := c.Self.(dsl.Symbol); ok {
		return dsl.NewFrozenString(string(y))
	}
	s, _ := dsl.StringOf(c.Self)
	return s
}

// wholeText is the receiver's text, for a method that takes all of it apart.
func wholeText(c *dsl.Call) string {
	s := selfString(c).String()
	c.ChargeScan(len(s))
	return s
}

// countedText is the receiver's text, for a method that counts its characters or
// looks for something in it.
func countedText(c *dsl.Call) string {
	s := selfString(c).String()
	c.ChargeSearch(len(s))
	return s
}

// newString makes a string value within the limits.
func newString(c *dsl.Call, s string) dsl.Value {
	c.TextSize(len(s))
	c.ChargeCopy(len(s))
	return c.NewString(s)
}

// mutable refuses a frozen receiver.
func mutable(c *dsl.Call) *dsl.String {
	c.MustChange()
	return selfString(c)
}

// setString changes the receiver and returns it.
func setString(c *dsl.Call, s *dsl.String, text string) dsl.Value {
	c.TextSize(len(text))
	c.SetText(s, text)
	return c.Self
}

// stringBang makes the `!` form of f: it changes the receiver, and returns nil
// when nothing changed.
func stringBang(f func(*dsl.Call) dsl.Value) func(*dsl.Call) dsl.Value {
	assign := stringAssign(f)
	return func(c *dsl.Call) dsl.Value {
		s := mutable(c)
		before := s.String()
		c.ChargeCopy(len(before))
		v := assign(c)
		if s.String() == before {
			return dsl.Nil
		}
		return v
	}
}

// stringAssign makes a `!` form that always returns the receiver.
func stringAssign(f func(*dsl.Call) dsl.Value) func(*dsl.Call) dsl.Value {
	return func(c *dsl.Call) dsl.Value {
		s := mutable(c)
		v := f(c)
		if r, ok := dsl.StringOf(v); ok {
			return setString(c, s, r.String())
		}
		if dsl.IsUnknown(v) {
			return undetermine(c, s, v)
		}
		return v
	}
}

func stringNew(c *dsl.Call) dsl.Value {
	text := ""
	if len(c.Args) == 1 {
		text = c.Text(0)
	}
	if class, ok := c.Self.(*dsl.Class); ok && class != c.Interp().Type("String") {
		return c.NewObject(class, c.Substring(text))
	}
	made := c.Substring(text)
	if c.Keywords == nil {
		if made.Encoding = rubytext.Binary; len(c.Args) == 1 {
			made.Encoding = c.Args[0].(*dsl.String).Encoding
		}
	}
	return made
}

func stringTimes(c *dsl.Call) dsl.Value {
	n := c.Int(0)
	if n < 0 {
		panic(c.Exception("ArgumentError", "negative argument"))
	}
	s := selfString(c).String()
	repeatSize(c, len(s), n)
	return newString(c, strings.Repeat(s, n))
}

// repeatSize refuses n copies of size bytes without overflowing.
func repeatSize(c *dsl.Call, size, n int) {
	if size == 0 {
		return
	}
	c.TextSize(n)
	c.TextSize(size * n)
}

func stringFormat(c *dsl.Call) dsl.Value {
	args := []dsl.Value{c.Arg(0)}
	if a, ok := c.Arg(0).(*dsl.Array); ok {
		args = a.Elems
	}
	return formatWith(c, args)
}

// formatWith formats with a list, on both sides of the conditions of elements that may
// be there.
func formatWith(c *dsl.Call, args []dsl.Value) dsl.Value {
	k := dsl.PossibleIn(args)
	if k < 0 {
		return formatString(c, selfString(c), args)
	}
	return dsl.Must(c.ForkElement(args, k, func(args []dsl.Value) (dsl.Value, error) { return formatWith(c, args), nil }))
}

func stringEqual(c *dsl.Call) dsl.Value {
	other, ok := dsl.StringOf(c.Arg(0))
	if s := selfString(c); ok && len(s.String()) == len(other.String()) {
		c.ChargeCopy(len(s.String()))
		return dsl.Bool(s.String() == other.String())
	}
	return dsl.False
}

func stringCompare(c *dsl.Call) dsl.Value {
	other, ok := convertedText(c, c.Arg(0))
	if o, isObject := c.Arg(0).(*dsl.Object); isObject && !ok { // which says itself how it compares
		if v := c.Send(o, "<=>", c.Self); v != dsl.Nil {
			return dsl.Int(-orderOf(c, v, o, c.Self))
		}
	}
	if !ok {
		return dsl.Nil
	}
	s := selfString(c).String()
	c.ChargeCopy(min(len(s), len(other.String())))
	return dsl.Int(strings.Compare(s, other.String()))
}

func stringDup(c *dsl.Call) dsl.Value {
	copied := c.Substring(selfString(c).String())
	copied.Inquirer, copied.Encoding = selfString(c).Inquirer, selfString(c).Encoding
	if o, ok := c.Self.(*dsl.Object); ok {
		return c.NewObject(o.Class(), copied)
	}
	return copied
}

func stringClone(c *dsl.Call) dsl.Value {
	frozen := dsl.IsFrozen(selfString(c))
	if v := c.Keyword("freeze"); v != dsl.Nil {
		frozen = c.Truthy(v)
	}
	v := stringDup(c)
	if s, ok := dsl.StringOf(v); ok && frozen {
		dsl.Freeze(s)
	}
	return v
}

// appended returns the text that << and concat add for v: a string, or the
// character of a code point.
func appended(c *dsl.Call, v dsl.Value) string {
	if n, ok := v.(dsl.Int); ok {
		if n < 0 {
			panic(c.Exception("RangeError", "%d out of char range", n))
		}
		if n > utf8.MaxRune || n >= 0xD800 && n < 0xE000 {
			panic(c.Exception("RangeError", "invalid codepoint 0x%X in UTF-8", int64(n)))
		}
		return string(rune(n))
	}
	return c.TextOf(v)
}

func stringConcat(c *dsl.Call) dsl.Value {
	s := mutable(c)
	added := joinAppended(c)
	dsl.Check(c.AppendText(s, added))
	return c.Self
}

func joinAppended(c *dsl.Call) string {
	if len(c.Args) == 1 {
		return appended(c, c.Args[0])
	}
	var b strings.Builder
	for _, v := range c.Args {
		text := appended(c, v)
		b.WriteString(text)
		c.TextSize(b.Len())
	}
	return b.String()
}

func stringPrepend(c *dsl.Call) dsl.Value {
	s := mutable(c)
	var b strings.Builder
	for _, v := range c.Args {
		text := c.TextOf(v)
		b.WriteString(text)
		c.TextSize(b.Len() + len(s.String()))
	}
	return setString(c, s, b.String()+s.String())
}

func stringReplace(c *dsl.Call) dsl.Value {
	s := mutable(c)
	text := c.Text(0)
	s.Unknown = nil
	return setString(c, s, text)
}

func stringClear(c *dsl.Call) dsl.Value {
	s := mutable(c)
	s.Unknown = nil
	return setString(c, s, "")
}

func stringReverse(c *dsl.Call) dsl.Value {
	s := wholeText(c)
	var b strings.Builder
	b.Grow(len(s))
	for len(s) > 0 {
		_, n := utf8.DecodeLastRuneInString(s)
		b.WriteString(s[len(s)-n:])
		s = s[:len(s)-n]
	}
	return newString(c, b.String())
}

func stringLength(c *dsl.Call) dsl.Value  { return dsl.Int(charCount(countedText(c))) }
func stringIsEmpty(c *dsl.Call) dsl.Value { return dsl.Bool(selfString(c).String() == "") }
func stringItself(c *dsl.Call) dsl.Value  { return c.Self }

func stringToS(c *dsl.Call) dsl.Value {
	return selfString(c)
}

func stringStartsWith(c *dsl.Call) dsl.Value {
	s := selfString(c).String()
	for _, v := range c.Args {
		if r, ok := v.(*dsl.Regexp); ok {
			m := matchPrefix(c, r, s)
			if m {
				return dsl.True
			}
			continue
		}
		prefix := c.TextOf(v)
		c.ChargeCopy(len(prefix))
		if strings.HasPrefix(s, prefix) {
			return dsl.True
		}
	}
	return dsl.False
}

func stringEndsWith(c *dsl.Call) dsl.Value {
	s := selfString(c).String()
	for _, v := range c.Args {
		suffix := c.TextOf(v)
		c.ChargeCopy(len(suffix))
		if strings.HasSuffix(s, suffix) {
			return dsl.True
		}
	}
	return dsl.False
}

// spaceText is the receiver's text, for a method that goes through white space at
// its ends.
func spaceText(c *dsl.Call) string {
	s := selfString(c).String()
	if first, _ := utf8.DecodeRuneInString(s); isSpace(first) || first == 0 {
		c.ChargeScan(len(s))
	} else if last, _ := utf8.DecodeLastRuneInString(s); isSpace(last) || last == 0 {
		c.ChargeScan(len(s))
	}
	return s
}

func blankText(s string) bool { return strings.TrimFunc(s, isSpace) == "" }

var stringNumberMethods = dsl.Methods{
	"to_i": dsl.FnOpt(0, 1, func(c *dsl.Call) dsl.Value { return leadingInt(c, countedText(c), radix(c, c.IntOr(0, 10), 0)) }),
	"to_f": dsl.Fn(0, stringToF),
	"oct":  dsl.Fn(0, stringOct),
	"ord":  dsl.Fn(0, stringOrd),
}

func stringOct(c *dsl.Call) dsl.Value {
	s := strings.TrimLeft(countedText(c), stripSpace)
	base := 8
	if digits := strings.TrimLeft(s, "+-"); len(digits) > 1 && digits[0] == '0' && strings.ContainsRune("xXbBoOdD", rune(digits[1])) {
		base = 0
	}
	return leadingInt(c, s, base)
}

// leadingInt reads the integer that s begins with, 0 without one.
func leadingInt(c *dsl.Call, s string, base int) dsl.Value {
	n, _, err := rubytext.ScanInt(s, base)
	if err != nil {
		panic(tooLarge(c))
	}
	return dsl.Int(n)
}

func stringToF(c *dsl.Call) dsl.Value {
	f, _ := rubytext.ScanFloat(countedText(c))
	return dsl.Float(f)
}

func stringOrd(c *dsl.Call) dsl.Value {
	s := selfString(c).String()
	r, n := utf8.DecodeRuneInString(s)
	switch {
	case s == "":
		panic(c.Exception("ArgumentError", "empty string"))
	case r == utf8.RuneError && n == 1:
		panic(c.Exception("ArgumentError", "invalid byte sequence in UTF-8"))
	}
	return dsl.Int(r)
}

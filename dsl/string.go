package dsl

import (
	"slices"
	"strings"
	"unicode/utf8"

	"signalbox/dsl/internal/rubytext"
)

func init() {
	Register(Type{Name: "String", Includes: []string{"Comparable"}, Methods: stringMethods, Functions: stringClassMethods})
}

// stringMethods are Ruby's String and what ActiveSupport adds to it.
var stringMethods = with(
	stringBasicMethods, stringIndexMethods, stringCaseMethods, stringTrimMethods,
	stringSetMethods, stringPatternMethods, stringEachMethods, stringNumberMethods,
	stringEncodingMethods, stringActiveMethods, derived("String"),
)

var stringClassMethods = methodTable{
	"new":         fnKw(0, 1, stringNew),
	"try_convert": fn(1, stringTryConvert),
}

var stringBasicMethods = methodTable{
	"+":            fn(1, stringPlus).is(partial | joinsText),
	"*":            fn(1, stringTimes).is(partial),
	"%":            fn(1, stringFormat),
	"==":           fn(1, stringEqual),
	"===":          fn(1, stringEqual),
	"eql?":         fn(1, stringEqual),
	"<=>":          fn(1, stringCompare),
	"+@":           fn(0, stringUnfrozen).is(partial),
	"-@":           fn(0, stringDedup).is(partial),
	"dedup":        fn(0, stringDedup),
	"dup":          fn(0, stringDup).is(opaque),
	"clone":        fnKw(0, 0, stringClone).is(opaque),
	"freeze":       fn(0, stringFreeze).is(opaque),
	"frozen?":      fn(0, stringIsFrozen).is(opaque),
	"<<":           fn(1, stringAppend).is(changes | partial | joinsText),
	"concat":       fnAny(stringConcat).is(changes | partial | joinsText),
	"prepend":      fnAny(stringPrepend).is(changes | partial | joinsText),
	"replace":      fn(1, stringReplace).is(changes | partial | joinsText),
	"clear":        fn(0, stringClear).is(changes | partial),
	"reverse":      fn(0, stringReverse),
	"reverse!":     fn(0, stringAssign(stringReverse)).is(changes),
	"length":       fn(0, stringLength),
	"size":         fn(0, stringLength),
	"bytesize":     fn(0, stringBytesize),
	"empty?":       fn(0, stringIsEmpty),
	"include?":     fn(1, stringIncludes),
	"to_s":         fn(0, stringToS).is(partial),
	"to_str":       fn(0, stringToS).is(partial),
	"to_sym":       fn(0, stringToSym),
	"intern":       fn(0, stringToSym),
	"inspect":      fn(0, stringInspect).is(partial),
	"dump":         fn(0, stringDump),
	"acts_like?":   fn(1, stringActsLike),
	"html_safe":    fn(0, stringItself).is(partial),
	"blank?":       fn(0, stringIsBlank),
	"inquiry":      fn(0, stringInquiry),
	"starts_with?": fnAny(stringStartsWith),
	"ends_with?":   fnAny(stringEndsWith),
	"start_with?":  fnAny(stringStartsWith),
	"end_with?":    fnAny(stringEndsWith),
}

// selfString returns the receiver of a String method. Symbols share the reading
// methods; an instance of a subclass of String keeps its text in data.
func selfString(c *Call) *String {
	if s, ok := stringOf(c.Self); ok {
		return s
	}
	if y, ok := c.Self.(Symbol); ok {
		return &String{s: string(y), frozen: true}
	}
	return &String{frozen: true}
}

// wholeText is the receiver's text, for a method that takes all of it apart.
func wholeText(c *Call) string {
	s := selfString(c).s
	c.t.scanned(len(s))
	return s
}

// countedText is the receiver's text, for a method that counts its characters or
// looks for something in it.
func countedText(c *Call) string {
	s := selfString(c).s
	c.t.counted(len(s))
	return s
}

// newString makes a string value within the limits.
func newString(c *Call, s string) Value {
	c.TextSize(len(s))
	c.t.copied(len(s))
	return c.t.newString(s)
}

// mutable refuses a frozen receiver.
func mutable(c *Call) *String {
	s := selfString(c)
	if s.frozen {
		panic(Failure{c.t.frozenError(c.Self)})
	}
	return s
}

// setString changes the receiver and returns it.
func setString(c *Call, s *String, text string) Value {
	c.TextSize(len(text))
	c.t.setText(s, text)
	return c.Self
}

// stringBang makes the `!` form of f: it changes the receiver, and returns nil
// when nothing changed.
func stringBang(f func(*Call) Value) func(*Call) Value {
	assign := stringAssign(f)
	return func(c *Call) Value {
		s := mutable(c)
		before := s.s
		c.t.copied(len(before))
		v := assign(c)
		if s.s == before {
			return Nil
		}
		return v
	}
}

// stringAssign makes a `!` form that always returns the receiver.
func stringAssign(f func(*Call) Value) func(*Call) Value {
	return func(c *Call) Value {
		s := mutable(c)
		v := f(c)
		if r, ok := stringOf(v); ok {
			return setString(c, s, r.s)
		}
		if IsUnknown(v) {
			return undetermine(c, s, v)
		}
		return v
	}
}

func stringNew(c *Call) Value {
	text := ""
	if len(c.Args) == 1 {
		text = c.Text(0)
	}
	if class, ok := c.Self.(*Class); ok && class != c.t.in.classes.str {
		return c.t.newObject(class, c.t.substring(text))
	}
	made := c.t.substring(text)
	if c.Keywords == nil {
		if made.encoding = inBinary; len(c.Args) == 1 {
			made.encoding = c.Args[0].(*String).encoding
		}
	}
	return made
}

func stringTryConvert(c *Call) Value {
	if s, ok := stringOf(c.Arg(0)); ok {
		return s
	}
	return Nil
}

func stringPlus(c *Call) Value {
	return Check(c.t.joined(selfString(c), c.Text(0)))
}

func stringTimes(c *Call) Value {
	n := c.Int(0)
	if n < 0 {
		panic(c.Exception("ArgumentError", "negative argument"))
	}
	s := selfString(c).s
	repeatSize(c, len(s), n)
	return newString(c, strings.Repeat(s, n))
}

// repeatSize refuses n copies of size bytes without overflowing.
func repeatSize(c *Call, size, n int) {
	if size == 0 {
		return
	}
	if most := c.t.limits.StringSize; n > most {
		c.TextSize(n)
		return
	}
	c.TextSize(size * n)
}

func stringFormat(c *Call) Value {
	args := []Value{c.Arg(0)}
	if a, ok := c.Arg(0).(*Array); ok {
		args = a.Elems
	}
	return c.formatWith(args)
}

// formatWith formats with a list, on both sides of the conditions of elements that may
// be there.
func (c *Call) formatWith(args []Value) Value {
	k := possibleIn(args)
	if k < 0 {
		return formatString(c, selfString(c), args)
	}
	run := func(with ...Value) func() Value {
		return func() Value { return c.formatWith(slices.Replace(slices.Clone(args), k, k+1, with...)) }
	}
	e := guardOf(args[k])
	return c.Fork(e.when, run(e.yes), run())
}

func stringEqual(c *Call) Value {
	other, ok := stringOf(c.Arg(0))
	if s := selfString(c); ok && len(s.s) == len(other.s) {
		c.t.copied(len(s.s))
		return Bool(s.s == other.s)
	}
	return False
}

func stringCompare(c *Call) Value {
	other, ok := stringOf(c.Arg(0))
	if !ok {
		return Nil
	}
	s := selfString(c).s
	c.t.copied(min(len(s), len(other.s)))
	return Int(strings.Compare(s, other.s))
}

func stringUnfrozen(c *Call) Value {
	if s := selfString(c); s.frozen {
		return c.t.substring(s.s)
	}
	return c.Self
}

func stringDedup(c *Call) Value {
	s := selfString(c)
	if s.frozen {
		return c.Self
	}
	own := c.t.substring(s.s)
	own.frozen = true
	return own
}

func stringDup(c *Call) Value {
	copied := c.t.substring(selfString(c).s)
	copied.inquirer, copied.encoding = selfString(c).inquirer, selfString(c).encoding
	if o, ok := c.Self.(*Object); ok {
		return c.t.newObject(o.class, copied)
	}
	return copied
}

func stringClone(c *Call) Value {
	frozen := selfString(c).frozen
	if v := c.Keyword("freeze"); v != Nil {
		frozen = c.Truthy(v)
	}
	v := stringDup(c)
	if s, ok := stringOf(v); ok {
		s.frozen = frozen
	}
	return v
}

func stringFreeze(c *Call) Value {
	if s, ok := stringOf(c.Self); ok && !s.frozen {
		s.frozen = true
	}
	return c.Self
}

func stringIsFrozen(c *Call) Value { return Bool(selfString(c).frozen) }

// appended returns the text that << and concat add for v: a string, or the
// character of a code point.
func appended(c *Call, v Value) string {
	if n, ok := v.(Int); ok {
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

func stringAppend(c *Call) Value { return stringConcat(c) }

func stringConcat(c *Call) Value {
	s := mutable(c)
	added := joinAppended(c)
	Must(c.t.appendText(s, added))
	return c.Self
}

func joinAppended(c *Call) string {
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

func stringPrepend(c *Call) Value {
	s := mutable(c)
	var b strings.Builder
	for _, v := range c.Args {
		text := c.TextOf(v)
		b.WriteString(text)
		c.TextSize(b.Len() + len(s.s))
	}
	return setString(c, s, b.String()+s.s)
}

func stringReplace(c *Call) Value {
	s := mutable(c)
	text := c.Text(0)
	s.unknown = nil
	return setString(c, s, text)
}

func stringClear(c *Call) Value {
	s := mutable(c)
	s.unknown = nil
	return setString(c, s, "")
}

func stringReverse(c *Call) Value {
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

func stringLength(c *Call) Value   { return Int(charCount(countedText(c))) }
func stringBytesize(c *Call) Value { return Int(len(selfString(c).s)) }
func stringIsEmpty(c *Call) Value  { return Bool(selfString(c).s == "") }
func stringItself(c *Call) Value   { return c.Self }
func stringIncludes(c *Call) Value {
	return Bool(strings.Contains(countedText(c), c.Text(0)))
}

func stringToS(c *Call) Value {
	if s, ok := stringOf(c.Self); ok {
		return s
	}
	return c.Self
}

func stringToSym(c *Call) Value { return c.t.symbol(selfString(c).s) }

func stringInspect(c *Call) Value {
	return newString(c, rubytext.Quote(wholeText(c)))
}

func stringDump(c *Call) Value { return newString(c, rubytext.QuoteASCII(wholeText(c))) }

func stringActsLike(c *Call) Value {
	return Bool(c.NameArg(0) == "string")
}

func stringStartsWith(c *Call) Value {
	s := selfString(c).s
	for _, v := range c.Args {
		if r, ok := v.(*Regexp); ok {
			m := matchPrefix(c, r, s)
			if m {
				return True
			}
			continue
		}
		prefix := c.TextOf(v)
		c.t.copied(len(prefix))
		if strings.HasPrefix(s, prefix) {
			return True
		}
	}
	return False
}

func stringEndsWith(c *Call) Value {
	s := selfString(c).s
	for _, v := range c.Args {
		suffix := c.TextOf(v)
		c.t.copied(len(suffix))
		if strings.HasSuffix(s, suffix) {
			return True
		}
	}
	return False
}

// spaceText is the receiver's text, for a method that goes through white space at
// its ends.
func spaceText(c *Call) string {
	s := selfString(c).s
	if first, _ := utf8.DecodeRuneInString(s); isSpace(first) || first == 0 {
		c.t.scanned(len(s))
	} else if last, _ := utf8.DecodeLastRuneInString(s); isSpace(last) || last == 0 {
		c.t.scanned(len(s))
	}
	return s
}

func blankText(s string) bool { return strings.TrimFunc(s, isSpace) == "" }

func stringIsBlank(c *Call) Value { return Bool(blankText(spaceText(c))) }
func stringInquiry(c *Call) Value {
	own := c.t.substring(selfString(c).s)
	own.inquirer = true
	return own
}

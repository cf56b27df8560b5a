package dsl

import (
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Strings are UTF-8. What has the same bytes and characters in another encoding stays as
// it is; a text of another encoding that has not is unknown.

// encodingOf returns the encoding of a name.
func encodingOf(name string) encoding {
	switch name = strings.ToUpper(name); name {
	case "UTF8":
		return inUTF8
	case "BINARY":
		return inBinary
	case "ASCII":
		return inASCII
	}
	return encoding(slices.IndexFunc(encodingNames, func(known string) bool { return strings.EqualFold(known, name) }) + 1)
}

var stringEncodingMethods = methodTable{
	"encoding":            fn(0, stringEncoding).is(partial),
	"encode":              fnKw(0, 2, stringEncode).is(partial),
	"encode!":             fnKw(0, 2, stringAssign(stringEncode)).is(changes),
	"force_encoding":      fn(1, stringForceEncoding).is(changes | partial),
	"unicode_normalize":   fnOpt(0, 1, stringNormalize).is(partial),
	"unicode_normalize!":  fnOpt(0, 1, stringNormalizeBang).is(changes),
	"unicode_normalized?": fnOpt(0, 1, stringNormalized),
	"b":                   fn(0, stringBinary).is(partial),
	"scrub":               fnOpt(0, 1, stringScrub).is(partial),
	"scrub!":              fnOpt(0, 1, stringAssign(stringScrub)).is(changes),
	"valid_encoding?":     fn(0, stringIsValid).is(partial),
	"ascii_only?":         fn(0, stringIsASCII),
	"is_utf8?":            fn(0, stringIsValid),
	"unpack1":             fn(1, stringUnpack1),
	"unpack":              fn(1, stringUnpack),
}

// encodingData is what an Encoding object keeps: its name.
type encodingData string

var encodingNames = []string{"UTF-8", "US-ASCII", "ASCII-8BIT", "ISO-8859-1", "UTF-16", "Windows-1252"}

// setupEncodings makes the constants of the class Encoding.
func setupEncodings(in *Interp, class *Class) {
	for _, name := range encodingNames {
		in.constSet(class, encodingConstant(name), &Object{class: class, data: encodingData(name), frozen: true})
	}
	class.consts["BINARY"] = class.consts["ASCII_8BIT"]
	class.consts["ASCII"] = class.consts["US_ASCII"]
}

func init() {
	Register(Type{Name: "Encoding", Literal: true, Methods: encodingMethods, Setup: setupEncodings})
}

// encodingMethods are those of the Encoding objects.
var encodingMethods = methodTable{
	"name":              fn(0, encodingName),
	"to_s":              fn(0, encodingName),
	"inspect":           fn(0, encodingInspect),
	"ascii_compatible?": fn(0, func(*Call) Value { return True }),
}

func selfEncoding(c *Call) string {
	if o, ok := c.Self.(*Object); ok {
		if name, ok := o.data.(encodingData); ok {
			return string(name)
		}
	}
	return "UTF-8"
}

func encodingName(c *Call) Value { return newString(c, selfEncoding(c)) }

func encodingInspect(c *Call) Value {
	return newString(c, "#<Encoding:"+selfEncoding(c)+">")
}

func stringEncoding(c *Call) Value {
	s := selfString(c)
	if s.encoding == 0 {
		return undeterminedCall(c)
	}
	return c.encodingObject(s.encoding)
}

func symbolEncoding(c *Call) Value {
	if isASCII(string(c.Self.(Symbol))) {
		return c.encodingObject(inASCII)
	}
	return c.encodingObject(inUTF8)
}

func (c *Call) encodingObject(e encoding) Value {
	return Check(c.t.lookupPath("Encoding::" + encodingConstant(encodingNames[e-1])))
}

func encodingConstant(name string) string { return strings.ToUpper(strings.ReplaceAll(name, "-", "_")) }

// asciiEncoding tells the names of ASCII, the one encoding that cannot hold
// every string.
func asciiEncoding(name string) bool {
	name = strings.ToUpper(name)
	return name == "ASCII" || name == "US-ASCII"
}

// encodingArg gives the name of an encoding: a string or an Encoding.
func encodingArg(c *Call, v Value) string {
	if o, ok := v.(*Object); ok {
		if name, ok := o.data.(encodingData); ok {
			return string(name)
		}
	}
	return c.TextOf(v)
}

// sameIn reports whether a text has the same characters and bytes in an encoding.
func sameIn(name, text string) bool {
	switch name = strings.ToUpper(name); {
	case name == "UTF-8", name == "UTF8":
		return true
	case name == "BINARY", name == "ASCII-8BIT", asciiEncoding(name), strings.HasPrefix(name, "ISO-8859-"), strings.HasPrefix(name, "WINDOWS-125"):
		return isASCII(text)
	}
	return false
}

func isASCII(text string) bool {
	return strings.IndexFunc(text, func(r rune) bool { return r >= utf8.RuneSelf }) < 0
}

func stringBinary(c *Call) Value {
	if s := selfString(c); s.unknown == nil && !isASCII(wholeText(c)) {
		return undeterminedCall(c)
	}
	v := stringDup(c)
	if s, ok := v.(*String); ok {
		s.encoding = inBinary
	}
	return v
}

func stringEncode(c *Call) Value {
	name := "UTF-8"
	for i, v := range c.Args {
		of := encodingArg(c, v)
		if !asciiEncoding(of) && !sameIn(of, wholeText(c)) {
			return undeterminedCall(c)
		}
		if i == 0 {
			name = of
		}
	}
	invalid := c.Keyword("invalid")
	undef := c.Keyword("undef")
	ascii := asciiEncoding(name)
	with := "\uFFFD"
	if ascii {
		with = "?"
	}
	if v := c.Keyword("replace"); v != Nil {
		with = c.TextOf(v)
	}
	var b strings.Builder
	s := wholeText(c)
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch bad := r == utf8.RuneError && n == 1; {
		case bad && invalid != Symbol("replace") && len(c.Args) > 0 && ascii:
			panic(c.Exception("Encoding::InvalidByteSequenceError", `"\x%02X" on UTF-8`, s[i]))
		case bad && invalid == Symbol("replace"):
			b.WriteString(with)
		case ascii && n > 1 && undef == Symbol("replace"):
			b.WriteString(with)
		case ascii && n > 1:
			panic(c.Exception("Encoding::UndefinedConversionError", "U+%04X from UTF-8 to US-ASCII", r))
		default:
			b.WriteString(s[i : i+n])
		}
		c.TextSize(b.Len())
		i += n
	}
	made := c.t.newString(b.String())
	if made.encoding = encodingOf(name); len(c.Args) == 0 {
		made.encoding = selfString(c).encoding
	}
	return made
}

// undetermine makes the receiver a text of which nothing is known but v.
func undetermine(c *Call, s *String, v Value) Value {
	u := UnknownIn(v)
	setString(c, s, u.Text())
	s.unknown = u
	return c.Self
}

func stringForceEncoding(c *Call) Value {
	s := mutable(c)
	name := encodingArg(c, c.Arg(0))
	if s.unknown == nil && !sameIn(name, wholeText(c)) {
		undetermine(c, s, undeterminedCall(c))
	}
	s.encoding = encodingOf(name)
	return c.Self
}

func stringScrub(c *Call) Value {
	with := "\uFFFD"
	if c.Arg(0) != Nil {
		with = c.Text(0)
	}
	s := wholeText(c)
	if !utf8.ValidString(s) {
		repeatSize(c, max(len(with), 1), len(s))
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && n == 1 {
			b.WriteString(with)
		} else {
			b.WriteString(s[i : i+n])
		}
		i += n
	}
	return newString(c, b.String())
}

func stringIsValid(c *Call) Value { return Bool(utf8.ValidString(countedText(c))) }

func stringIsASCII(c *Call) Value { return Bool(isASCII(countedText(c))) }

// normalForm is the Unicode form that the argument names; :nfc without one.
func normalForm(c *Call) norm.Form {
	switch c.Arg(0) {
	case Nil, Symbol("nfc"):
		return norm.NFC
	case Symbol("nfd"):
		return norm.NFD
	case Symbol("nfkc"):
		return norm.NFKC
	case Symbol("nfkd"):
		return norm.NFKD
	}
	text := c.ToS(c.Arg(0))
	panic(c.Exception("ArgumentError", "Invalid normalization form %s.", text))
}

// normalText is the receiver's text, which it takes long to normalize.
func normalText(c *Call) string {
	c.t.used.steps += 4 * len(selfString(c).s) / bytesPerStep
	return selfString(c).s
}

func stringNormalize(c *Call) Value {
	form := normalForm(c)
	return newString(c, form.String(normalText(c)))
}

func stringNormalizeBang(c *Call) Value {
	s := selfString(c)
	if s.frozen {
		panic(Failure{c.t.frozenError(s)})
	}
	form := normalForm(c)
	return setString(c, s, form.String(normalText(c)))
}

func stringNormalized(c *Call) Value {
	return Bool(normalForm(c).IsNormalString(normalText(c)))
}

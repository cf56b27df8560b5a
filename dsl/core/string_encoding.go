package core

import (
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"signalbox/dsl"
	"signalbox/dsl/internal/rubytext"
	"signalbox/dsl/internal/trait"
)

// Strings are UTF-8. What has the same bytes and characters in another encoding stays as
// it is; a text of another encoding that has not is unknown.

// encodingOf returns the encoding of a name.
func encodingOf(name string) rubytext.Encoding {
	switch name = strings.ToUpper(name); name {
	case "UTF8":
		return rubytext.UTF8
	case "BINARY":
		return rubytext.Binary
	case "ASCII":
		return rubytext.ASCII
	}
	return rubytext.Encoding(slices.IndexFunc(encodingNames, func(known string) bool { return strings.EqualFold(known, name) }) + 1)
}

var stringEncodingMethods = dsl.Methods{
	"encoding":            dsl.Fn(0, stringEncoding).With(trait.Partial),
	"encode":              dsl.FnKw(0, 2, stringEncode).With(trait.Partial),
	"encode!":             dsl.FnKw(0, 2, stringAssign(stringEncode)).With(trait.ChangesReceiver),
	"force_encoding":      dsl.Fn(1, stringForceEncoding).With(trait.ChangesReceiver | trait.Partial),
	"unicode_normalize":   dsl.FnOpt(0, 1, stringNormalize).With(trait.Partial),
	"unicode_normalize!":  dsl.FnOpt(0, 1, stringAssign(stringNormalize)).With(trait.ChangesReceiver),
	"unicode_normalized?": dsl.FnOpt(0, 1, func(c *dsl.Call) dsl.Value { return dsl.Bool(normalForm(c).IsNormalString(normalText(c))) }),
	"b":                   dsl.Fn(0, stringBinary).With(trait.Partial),
	"scrub":               dsl.FnOpt(0, 1, stringScrub).With(trait.Partial),
	"scrub!":              dsl.FnOpt(0, 1, stringAssign(stringScrub)).With(trait.ChangesReceiver),
	"valid_encoding?":     dsl.Fn(0, stringIsValid).With(trait.Partial),
	"ascii_only?":         dsl.Fn(0, func(c *dsl.Call) dsl.Value { return dsl.Bool(isASCII(countedText(c))) }),
	"is_utf8?":            dsl.Fn(0, stringIsValid),
}

// encodingData is what an Encoding object keeps: its name.
type encodingData string

var encodingNames = []string{"UTF-8", "US-ASCII", "ASCII-8BIT", "ISO-8859-1", "UTF-16", "Windows-1252"}

// encodingAliases are further constants of encodings.
var encodingAliases = map[string][]string{"ASCII-8BIT": {"BINARY"}, "US-ASCII": {"ASCII"}}

// setupEncodings makes the constants of the class Encoding.
func setupEncodings(in *dsl.Interp, class *dsl.Class) {
	for _, name := range encodingNames {
		e := in.NewObject(class, nil)
		e.Data = encodingData(name)
		dsl.Freeze(e)
		for _, constant := range append(encodingAliases[name], encodingConstant(name)) {
			in.SetConst(class, constant, e)
		}
	}
}

func init() {
	dsl.Register(dsl.Type{Name: "Encoding", Literal: true, Methods: encodingMethods, Setup: setupEncodings})
}

// encodingMethods are those of the Encoding objects.
var encodingMethods = dsl.Methods{
	"name to_s":         dsl.Fn(0, func(c *dsl.Call) dsl.Value { return newString(c, selfEncoding(c)) }),
	"inspect":           dsl.Fn(0, func(c *dsl.Call) dsl.Value { return newString(c, "#<Encoding:"+selfEncoding(c)+">") }),
	"ascii_compatible?": dsl.Fn(0, func(*dsl.Call) dsl.Value { return dsl.True }),
}

func selfEncoding(c *dsl.Call) string { return string(c.Self.(*dsl.Object).Data.(encodingData)) }

func stringEncoding(c *dsl.Call) dsl.Value {
	s := selfString(c)
	if s.Encoding == 0 {
		return undeterminedCall(c)
	}
	return encodingObject(c, s.Encoding)
}

func symbolEncoding(c *dsl.Call) dsl.Value {
	if isASCII(string(c.Self.(dsl.Symbol))) {
		return encodingObject(c, rubytext.ASCII)
	}
	return encodingObject(c, rubytext.UTF8)
}

func encodingObject(c *dsl.Call, e rubytext.Encoding) dsl.Value {
	return dsl.Must(c.Constantize("Encoding::" + encodingConstant(encodingNames[e-1])))
}

func encodingConstant(name string) string { return strings.ToUpper(strings.ReplaceAll(name, "-", "_")) }

// asciiEncoding tells the names of ASCII, the one encoding that cannot hold
// every string.
func asciiEncoding(name string) bool {
	name = strings.ToUpper(name)
	return name == "ASCII" || name == "US-ASCII"
}

// encodingArg gives the name of an encoding: a string or an Encoding.
func encodingArg(c *dsl.Call, v dsl.Value) string {
	if o, ok := v.(*dsl.Object); ok {
		if name, ok := o.Data.(encodingData); ok {
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

func stringBinary(c *dsl.Call) dsl.Value {
	if s := selfString(c); s.Unknown == nil && !isASCII(wholeText(c)) {
		return undeterminedCall(c)
	}
	v := stringDup(c)
	if s, ok := v.(*dsl.String); ok {
		s.Encoding = rubytext.Binary
	}
	return v
}

func stringEncode(c *dsl.Call) dsl.Value {
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
	if v := c.Keyword("replace"); v != dsl.Nil {
		with = c.TextOf(v)
	}
	var b strings.Builder
	s := wholeText(c)
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch bad := r == utf8.RuneError && n == 1; {
		case bad && invalid != dsl.Symbol("replace") && len(c.Args) > 0 && ascii:
			panic(c.Exception("Encoding::InvalidByteSequenceError", `"\x%02X" on UTF-8`, s[i]))
		case bad && invalid == dsl.Symbol("replace"):
			b.WriteString(with)
		case ascii && n > 1 && undef == dsl.Symbol("replace"):
			b.WriteString(with)
		case ascii && n > 1:
			panic(c.Exception("Encoding::UndefinedConversionError", "U+%04X from UTF-8 to US-ASCII", r))
		default:
			b.WriteString(s[i : i+n])
		}
		c.TextSize(b.Len())
		i += n
	}
	made := c.NewString(b.String())
	if made.Encoding = encodingOf(name); len(c.Args) == 0 {
		made.Encoding = selfString(c).Encoding
	}
	return made
}

// undetermine makes the receiver a text of which nothing is known but v.
func undetermine(c *dsl.Call, s *dsl.String, v dsl.Value) dsl.Value {
	u := dsl.UnknownIn(v)
	setString(c, s, u.Text())
	s.Unknown = u
	return c.Self
}

func stringForceEncoding(c *dsl.Call) dsl.Value {
	s := mutable(c)
	name := encodingArg(c, c.Arg(0))
	if s.Unknown == nil && !sameIn(name, wholeText(c)) {
		undetermine(c, s, undeterminedCall(c))
	}
	s.Encoding = encodingOf(name)
	return c.Self
}

func stringScrub(c *dsl.Call) dsl.Value {
	with := "\uFFFD"
	if c.Arg(0) != dsl.Nil {
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

func stringIsValid(c *dsl.Call) dsl.Value { return dsl.Bool(utf8.ValidString(countedText(c))) }

// normalForm is the Unicode form that the argument names; :nfc without one.
func normalForm(c *dsl.Call) norm.Form {
	switch c.Arg(0) {
	case dsl.Nil, dsl.Symbol("nfc"):
		return norm.NFC
	case dsl.Symbol("nfd"):
		return norm.NFD
	case dsl.Symbol("nfkc"):
		return norm.NFKC
	case dsl.Symbol("nfkd"):
		return norm.NFKD
	}
	text := c.ToS(c.Arg(0))
	panic(c.Exception("ArgumentError", "Invalid normalization form %s.", text))
}

// normalText is the receiver's text, which it takes long to normalize.
func normalText(c *dsl.Call) string {
	c.ChargeScan(4 * len(selfString(c).String()))
	return selfString(c).String()
}

func stringNormalize(c *dsl.Call) dsl.Value {
	form := normalForm(c)
	return newString(c, form.String(normalText(c)))
}

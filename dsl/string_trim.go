package dsl

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

var stringTrimMethods = methodTable{
	"strip":          fn(0, stringStrip),
	"strip!":         fn(0, stringBang(stringStrip)).is(changes),
	"lstrip":         fn(0, stringLstrip),
	"lstrip!":        fn(0, stringBang(stringLstrip)).is(changes),
	"rstrip":         fn(0, stringRstrip),
	"rstrip!":        fn(0, stringBang(stringRstrip)).is(changes),
	"chomp":          fnOpt(0, 1, stringChomp),
	"chomp!":         fnOpt(0, 1, stringBang(stringChomp)).is(changes),
	"chop":           fn(0, stringChop),
	"chop!":          fn(0, stringBang(stringChop)).is(changes),
	"chr":            fn(0, stringChr),
	"delete_prefix":  fn(1, stringDeletePrefix),
	"delete_prefix!": fn(1, stringBang(stringDeletePrefix)).is(changes),
	"delete_suffix":  fn(1, stringDeleteSuffix),
	"delete_suffix!": fn(1, stringBang(stringDeleteSuffix)).is(changes),
	"center":         fnOpt(1, 2, stringCenter),
	"ljust":          fnOpt(1, 2, stringLjust),
	"rjust":          fnOpt(1, 2, stringRjust),
	"strip_heredoc":  fn(0, stringStripHeredoc),
	"indent":         fnOpt(1, 3, stringIndent),
	"indent!":        fnOpt(1, 3, stringBang(stringIndent)).is(changes),
	"truncate":       fnKw(1, 2, stringTruncate),
	"truncate_words": fnKw(1, 2, stringTruncateWords),
	"truncate_bytes": fnKw(1, 1, stringTruncateBytes),
}

// stripSpace is the white space of strip; only rstrip and lstrip's ends take
// the null character along.
const stripSpace = "\t\n\v\f\r \x00"

// isSpace is [[:space:]].
func isSpace(r rune) bool { return unicode.Is(unicode.White_Space, r) }

func stringStrip(c *Call) (Value, error) {
	return c.t.substring(strings.Trim(spaceText(c), stripSpace)), nil
}

func stringLstrip(c *Call) (Value, error) {
	return c.t.substring(strings.TrimLeft(spaceText(c), stripSpace)), nil
}

func stringRstrip(c *Call) (Value, error) {
	return c.t.substring(strings.TrimRight(spaceText(c), stripSpace)), nil
}

func stringChomp(c *Call) (Value, error) {
	s := selfString(c).s
	if len(c.Args) == 0 {
		return c.t.substring(chomp(s)), nil
	}
	if c.Args[0] == Nil {
		return c.t.substring(s), nil
	}
	sep, err := toStr(c, c.Args[0])
	if err != nil {
		return nil, err
	}
	switch sep {
	case "":
		before := len(s)
		for strings.HasSuffix(s, "\n") {
			s = strings.TrimSuffix(s[:len(s)-1], "\r")
		}
		c.t.scanned(before - len(s))
		return c.t.substring(s), nil
	case "\n":
		return c.t.substring(chomp(s)), nil
	}
	c.t.copied(len(sep))
	return c.t.substring(strings.TrimSuffix(s, sep)), nil
}

// chomp removes one line end: \r\n, \n or \r.
func chomp(s string) string {
	if t, ok := strings.CutSuffix(s, "\n"); ok {
		return strings.TrimSuffix(t, "\r")
	}
	return strings.TrimSuffix(s, "\r")
}

func stringChop(c *Call) (Value, error) {
	s := selfString(c).s
	if t, ok := strings.CutSuffix(s, "\r\n"); ok {
		return c.t.substring(t), nil
	}
	_, n := utf8.DecodeLastRuneInString(s)
	return c.t.substring(s[:len(s)-n]), nil
}

func stringChr(c *Call) (Value, error) {
	s := selfString(c).s
	_, n := utf8.DecodeRuneInString(s)
	return c.t.substring(s[:n]), nil
}

func stringDeletePrefix(c *Call) (Value, error) {
	prefix, err := toStr(c, c.arg(0))
	if err != nil {
		return nil, err
	}
	c.t.copied(len(prefix))
	return c.t.substring(strings.TrimPrefix(selfString(c).s, prefix)), nil
}

func stringDeleteSuffix(c *Call) (Value, error) {
	suffix, err := toStr(c, c.arg(0))
	if err != nil {
		return nil, err
	}
	c.t.copied(len(suffix))
	return c.t.substring(strings.TrimSuffix(selfString(c).s, suffix)), nil
}

// padding gives how many characters the justifying methods add, and with what.
func padding(c *Call) (n int, pad string, err error) {
	width, err := toInt(c, c.arg(0))
	if err != nil {
		return 0, "", err
	}
	pad = " "
	if len(c.Args) == 2 {
		if pad, err = toStr(c, c.Args[1]); err != nil {
			return 0, "", err
		}
		if pad == "" {
			return 0, "", c.Errorf("ArgumentError", "zero width padding")
		}
	}
	n = max(width, 0)
	c.t.counted(2*len(selfString(c).s) + len(pad))
	if err := repeatSize(c, utf8.UTFMax, n); err != nil && n > charCount(selfString(c).s) {
		return 0, "", err
	}
	return max(n-charCount(selfString(c).s), 0), pad, nil
}

// pads gives n characters of pad, repeated.
func pads(pad string, n int) string {
	if len(pad) == 1 {
		return strings.Repeat(pad, n)
	}
	size := charCount(pad)
	return strings.Repeat(pad, n/size) + pad[:byteOffset(pad, n%size)]
}

func stringCenter(c *Call) (Value, error) {
	n, pad, err := padding(c)
	if err != nil {
		return nil, err
	}
	return newString(c, pads(pad, n/2)+selfString(c).s+pads(pad, n-n/2))
}

func stringLjust(c *Call) (Value, error) {
	n, pad, err := padding(c)
	if err != nil {
		return nil, err
	}
	return newString(c, selfString(c).s+pads(pad, n))
}

func stringRjust(c *Call) (Value, error) {
	n, pad, err := padding(c)
	if err != nil {
		return nil, err
	}
	return newString(c, pads(pad, n)+selfString(c).s)
}

func stringSquish(c *Call) (Value, error) {
	s := strings.Join(strings.FieldsFunc(wholeText(c), isSpace), " ")
	return newString(c, strings.Trim(s, stripSpace))
}

func stringStripHeredoc(c *Call) (Value, error) {
	lines := strings.SplitAfter(wholeText(c), "\n")
	margin, found := "", false
	for _, line := range lines {
		text := strings.TrimLeft(line, " \t")
		if text == "" || isSpace(rune(text[0])) {
			continue
		}
		if space := line[:len(line)-len(text)]; !found || space < margin {
			margin, found = space, true
		}
	}
	for i, line := range lines {
		lines[i] = strings.TrimPrefix(line, margin)
	}
	return newString(c, strings.Join(lines, ""))
}

func stringIndent(c *Call) (Value, error) {
	s := wholeText(c)
	amount, err := toInt(c, c.arg(0))
	if err != nil {
		return nil, err
	}
	unit := ""
	if c.arg(1) != Nil {
		if unit, err = toStr(c, c.arg(1)); err != nil {
			return nil, err
		}
	} else {
		unit = firstIndent(s)
	}
	if amount < 0 {
		return nil, c.Errorf("ArgumentError", "negative argument")
	}
	if err := repeatSize(c, len(unit), amount); err != nil {
		return nil, err
	}
	if err := repeatSize(c, len(unit)*amount, 1+strings.Count(s, "\n")); err != nil {
		return nil, err
	}
	indent := strings.Repeat(unit, amount)
	var b strings.Builder
	for _, line := range strings.SplitAfter(s, "\n") {
		if c.truthy(c.arg(2)) && line != "" || strings.Trim(line, "\n") != "" {
			b.WriteString(indent)
		}
		b.WriteString(line)
	}
	return newString(c, b.String())
}

// firstIndent is what the text itself indents with: a space or a tab.
func firstIndent(s string) string {
	for _, line := range strings.Split(s, "\n") {
		if line != "" && (line[0] == ' ' || line[0] == '\t') {
			return line[:1]
		}
	}
	return " "
}

// textOption reads a string among a method's options; def when absent or nil.
func textOption(c *Call, name, def string) (string, error) {
	v, ok := c.Keywords.Sym(name)
	if h, isHash := c.arg(1).(*Hash); isHash && !ok {
		v, ok = h.Sym(name)
	}
	if !ok || v == Nil {
		return def, nil
	}
	return toStr(c, v)
}

func optionValue(c *Call, name string) Value {
	v, ok := c.Keywords.Sym(name)
	if h, isHash := c.arg(1).(*Hash); isHash && !ok {
		v, ok = h.Sym(name)
	}
	if !ok {
		return Nil
	}
	return v
}

func stringTruncate(c *Call) (Value, error) {
	c.t.counted(8 * len(selfString(c).s))
	s := selfString(c).s
	order, err := c.Compare(Int(charCount(s)), c.arg(0))
	if err != nil {
		return nil, err
	}
	limit, err := toInt(c, c.arg(0))
	if err != nil {
		return nil, err
	}
	if order <= 0 {
		return c.t.substring(s), nil
	}
	omission, err := textOption(c, "omission", "...")
	if err != nil {
		return nil, err
	}
	stop := limit - charCount(omission)
	if sep := optionValue(c, "separator"); c.truthy(sep) {
		if from := stop; from >= -charCount(s) {
			if from < 0 {
				from += charCount(s)
			}
			at, err := findLast(c, s, sep, byteOffset(s, from))
			if err != nil {
				return nil, err
			}
			if at >= 0 {
				stop = charCount(s[:at])
			}
		}
	}
	_, hi, ok := charRange(s, 0, stop)
	if !ok {
		hi = 0
	}
	return newString(c, s[:hi]+omission)
}

func stringTruncateWords(c *Call) (Value, error) {
	s := countedText(c)
	count, err := toInt(c, c.arg(0))
	if err != nil {
		return nil, err
	}
	omission, err := textOption(c, "omission", "...")
	if err != nil {
		return nil, err
	}
	words, err := wordSeparator(c)
	if err != nil {
		return nil, err
	}
	in, err := c.t.matching(words, s)
	if err != nil {
		return nil, err
	}
	at := 0
	for range max(count, 1) {
		if at >= len(s) {
			return c.t.substring(s), nil
		}
		// A word has at least one character, whatever it is.
		_, n := utf8.DecodeRuneInString(s[at:])
		m, err := in.next(at + n)
		if err != nil {
			return nil, err
		}
		c.t.setMatch(m)
		if m == nil {
			return c.t.substring(s), nil
		}
		if count--; count < 1 {
			return newString(c, s[:m.Spans[0]]+omission)
		}
		at = m.Spans[1]
	}
	return c.t.substring(s), nil
}

// wordSeparator is the separator: option of truncate_words as a regexp.
func wordSeparator(c *Call) (*Regexp, error) {
	switch v := optionValue(c, "separator").(type) {
	case nilValue:
		return &Regexp{Source: `\s+`}, nil
	case *Regexp:
		return v, nil
	default:
		text, err := c.ToS(v)
		return &Regexp{Source: escapeRegexp(text)}, err
	}
}

func stringTruncateBytes(c *Call) (Value, error) {
	s := selfString(c).s
	limit, err := toInt(c, c.arg(0))
	if err != nil {
		return nil, err
	}
	omission, err := textOption(c, "omission", "…")
	if err != nil {
		return nil, err
	}
	if v, ok := c.Keywords.Sym("omission"); ok && v == Nil {
		omission = ""
	}
	switch {
	case len(s) <= limit:
		return c.t.substring(s), nil
	case limit < len(omission):
		return nil, c.Errorf("ArgumentError", "Omission %s is %d, larger than the truncation length of %d bytes",
			inspectString(omission), len(omission), limit)
	default:
		room := limit - len(omission)
		for room > 0 && !utf8.RuneStart(s[room]) {
			room--
		}
		return newString(c, s[:room]+omission)
	}
}

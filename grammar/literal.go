package grammar

import (
	"fmt"
	"sort"
	"strings"

	"signalbox/internal/spelling"
)

// quote is a string-like literal about to be lexed.
type quote struct {
	from, body  int  // offsets of the opener and of what follows it
	open, close byte // open is 0 unless the delimiters are a nesting pair
	interp      bool // #{ } and escapes are read
	beg         kind // tStrBeg, tSymBeg, tRegexBeg or tXStrBeg
}

var quoteNames = map[kind]string{tStrBeg: "string", tSymBeg: "symbol", tRegexBeg: "regular expression", tXStrBeg: "command"}

// quoted lexes a literal up to its closer. Without interpolation a string or
// symbol is one token.
func (l *lex) quoted(q quote) {
	s := l.src
	label := q.beg == tStrBeg && l.labelOK() && (s[q.from] == '"' || s[q.from] == '\'')
	depth, beg, chunk, lines := 1, -1, q.body, false
	begin := func() {
		if beg < 0 {
			l.emitV(q.beg, q.from, s[q.from:q.body], sBeg)
			beg = len(l.toks) - 1
		}
	}
	if q.beg == tRegexBeg || q.beg == tXStrBeg {
		begin()
	}
	k := q.body
scan:
	for ; ; k++ {
		if k >= len(s) {
			l.unterminated(q)
			return
		}
		switch c := s[k]; {
		case c == '\\':
			k++
		case c == q.close:
			if depth--; depth == 0 {
				break scan
			}
		case q.open != 0 && c == q.open:
			depth++
		case q.interp && c == '#' && l.interpLen(k) > 0:
			begin()
			l.text(q, chunk, k)
			if !l.interpolate(k) {
				return
			}
			k, chunk = l.i-1, l.i
		case c == '\n':
			lines = true
			if l.resume > 0 { // bodies of heredocs stand between the lines
				begin()
				l.text(q, chunk, k+1)
				k, chunk = l.resume-1, l.resume
				l.resume = 0
			}
		}
	}
	if q.beg == tStrBeg && q.open == 0 && (lines || isIdent(l.at(k+1))) {
		l.strange = append(l.strange, stretch{q.from, k + 1, lines, tStrBeg, lines && isIdent(l.at(k+1))})
	}
	l.endQuote(q, beg, chunk, k, label)
	if q.beg == tRegexBeg && s[q.from] == '/' && lines && !isSpace(l.at(q.body)) {
		next := l.at(l.i)
		sure := isIdent(next) || next == '"' || next == '\'' || strings.Trim(s[k+1:l.i], regexpFlags) != ""
		l.strange = append(l.strange, stretch{q.from, l.i, true, tRegexBeg, sure})
	}
}

// regexpFlags are the letters that may stand behind a regular expression.
const regexpFlags = "imxounse"

// endQuote emits the last text and the closer, which stands at k.
func (l *lex) endQuote(q quote, beg, chunk, k int, label bool) {
	l.i = k + 1
	label = label && l.at(l.i) == ':' && l.at(l.i+1) != ':'
	if beg < 0 {
		v := l.resolve(q, chunk, k)
		switch {
		case label:
			l.i++
			l.emitV(tLabel, q.from, v, sBeg)
		case q.beg == tSymBeg:
			l.emitV(tSym, q.from, v, sEnd)
		default:
			l.emitV(tStr, q.from, v, sEnd)
		}
		return
	}
	l.text(q, chunk, k)
	if q.beg == tRegexBeg {
		for c := l.at(l.i); c >= 'a' && c <= 'z'; c = l.at(l.i) {
			l.i++
		}
		l.emitV(tRegexEnd, k, l.src[k+1:l.i], sEnd)
		return
	}
	l.emit(tStrEnd, k, sEnd)
	if label { // "a#{b}": c is read as :"a#{b}" => c
		l.toks[beg].Type = tSymBeg
		l.op(tRocket, 1)
	}
}

// stretch is a string or regular expression that may have lost its closing quote and taken
// the opening one of a later string: it runs over the end of a line, or a name
// stands right behind it.
type stretch struct {
	from, end int
	lines     bool
	kind      kind
	sure      bool // no valid program has it
}

// hint says what may be missing.
func (s stretch) hint() string {
	if s.kind == tRegexBeg {
		return "a `/` may be missing here"
	}
	return "a quote may be missing here"
}

// swallows returns the error of the first string that surely runs over the end of its
// line into a later one; what is found behind it follows from that.
func (l *lex) swallows() *SyntaxError {
	for _, s := range l.strange {
		if s.sure && !l.stop {
			return &SyntaxError{
				Pos: l.pos(s.from), Msg: "this " + quoteNames[s.kind] + " goes on over the end of its line", Hint: s.hint(),
				Notes: []Note{{l.pos(s.end), "it seems to end here"}},
			}
		}
	}
	return nil
}

// missingQuote moves an error that directly follows such a string to the
// string.
func (l *lex) missingQuote(e *SyntaxError) *SyntaxError {
	off := min(e.Pos.Offset, len(l.src))
	next := sort.Search(len(l.strange), func(i int) bool { return l.strange[i].end > off })
	for k := next - 1; k >= max(0, next-3); k-- {
		s := l.strange[k]
		if off != s.end && (!s.lines || strings.IndexByte(l.src[s.end:off], '\n') >= 0) {
			continue
		}
		return &SyntaxError{
			Pos: l.pos(s.from), Msg: "this " + quoteNames[s.kind] + " does not end where it seems to: " + e.Msg, Hint: s.hint(),
			Notes: append([]Note{{e.Pos, "here the parser stumbled"}}, e.Notes...),
		}
	}
	return e
}

// unterminated reports a literal that runs to the end of the file. Often the
// fault is in an earlier one that took a later quote for its closer.
func (l *lex) unterminated(q quote) {
	l.stop = true
	for _, s := range l.strange {
		if s.sure {
			notes := []Note{{l.pos(q.from), "this quote is left over"}}
			l.fail(s.from, notes, s.hint(), "this %s goes on over the end of its line, and a later %s has no end", quoteNames[s.kind], quoteNames[q.beg])
			return
		}
	}
	hint := "add `" + string(q.close) + "` where it ends"
	line, _, _ := strings.Cut(l.src[q.from+1:], "\n")
	if like, _, ok := spelling.FindLookAlike(line); ok && like.Want == string(q.close) {
		hint = like.Error() + ": " + like.Hint()
	}
	l.fail(q.from, nil, hint, "unterminated %s: no closing `%c` found", quoteNames[q.beg], q.close)
}

func (l *lex) text(q quote, from, to int) {
	if to > from {
		l.emitV(tStrText, from, l.resolve(q, from, to), sBeg)
	}
}

// resolve is the value of a piece of a literal.
func (l *lex) resolve(q quote, from, to int) string {
	s := l.src[from:to]
	switch {
	case q.beg == tRegexBeg:
		return regexText(s, q.close)
	case q.interp:
		v, bad := l.unescape(s, from)
		if bad {
			return ""
		}
		return v
	}
	return rawText(s, q.close, q.open)
}

// rawText resolves the escapes of a single-quoted literal.
func rawText(s string, cl, op byte) string {
	if strings.IndexByte(s, '\\') < 0 && strings.IndexByte(s, '\r') < 0 {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c == '\r' && i+1 < len(s) && s[i+1] == '\n' {
			continue
		}
		if c == '\\' && i+1 < len(s) {
			if n := s[i+1]; n == '\\' || n == cl || op != 0 && n == op {
				i++
				c = n
			}
		}
		b.WriteByte(c)
	}
	return b.String()
}

// regexText is a regular expression's source as Regexp#source gives it: as
// written, but without the escape of a delimiter that means nothing else.
func regexText(s string, cl byte) string {
	if strings.IndexByte(s, '\\') < 0 && strings.IndexByte(s, '\r') < 0 {
		return s
	}
	meta := strings.IndexByte("$*+.?^|)]}>", cl) >= 0
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c == '\r' && i+1 < len(s) && s[i+1] == '\n' {
			continue
		}
		if c != '\\' || i+1 == len(s) {
			b.WriteByte(c)
			continue
		}
		i++
		switch n := s[i]; {
		case n == 'c' || n == 'C':
			e := s[i-1 : i-1+escapeLen(s[i-1:])]
			var v strings.Builder
			if (&lex{}).escape(&v, e) && v.Len() == 1 {
				fmt.Fprintf(&b, `\x%02X`, v.String()[0])
			} else {
				b.WriteString(e)
			}
			i += len(e) - 2
		case n == cl && !meta:
			b.WriteByte(n)
		case n == '\n':
		case n == '\r' && i+1 < len(s) && s[i+1] == '\n':
			i++
		default:
			b.WriteByte(c)
			b.WriteByte(n)
		}
	}
	return b.String()
}

// interpLen tells whether `#` at k begins an interpolation: 2 for `#{`, 1 for
// the short form `#@a`.
func (l *lex) interpLen(k int) int {
	switch n, m := l.at(k+1), l.at(k+2); {
	case n == '{':
		return 2
	case n == '@' && (isIdent(m) && !isDigit(m) || m == '@' && isIdent(l.at(k+3)) && !isDigit(l.at(k+3))):
		return 1
	case n == '$' && (isIdent(m) || strings.IndexByte("!@&`'+~=/\\,;.<>_*$?:\"", m) >= 0 && m != 0 && m != '"'):
		return 1
	}
	return 0
}

// interpolate lexes `#{...}` or `#@a` at k; it reports false at the end of the
// file.
func (l *lex) interpolate(k int) bool {
	n := l.interpLen(k)
	l.emitV(tInterpBeg, k, "#{", sBeg)
	l.i = k + n
	if n == 1 {
		l.sigil(k+1, l.src[k+1])
		l.emitV(tInterpEnd, l.i, "", sEnd)
		return true
	}
	l.push('i', "#{", k)
	depth := len(l.frames)
	for len(l.frames) >= depth {
		if !l.step() {
			if !l.stop {
				l.popEndless()
				l.unclosed()
				l.stop = true
			}
			return false
		}
	}
	l.pendNL = false
	return true
}

func mate(c byte) (op, cl byte) {
	switch c {
	case '(':
		return c, ')'
	case '[':
		return c, ']'
	case '{':
		return c, '}'
	case '<':
		return c, '>'
	}
	return 0, c
}

// percent lexes %q() and its kin; false when the % is an operator after all.
func (l *lex) percent(from int) bool {
	k := from + 1
	typ := byte('Q')
	if c := l.at(k); c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' {
		if strings.IndexByte("wWiIqQrsx", c) < 0 || isIdent(l.at(k+1)) {
			return false
		}
		typ = c
		k++
	}
	d := l.at(k)
	if d == 0 || isIdent(d) || d >= 0x80 {
		return false
	}
	if k == from+1 && isSpace(d) && l.st == sArg {
		return false
	}
	op, cl := mate(d)
	q := quote{from: from, body: k + 1, open: op, close: cl, interp: true, beg: tStrBeg}
	switch typ {
	case 'w', 'i', 'W', 'I':
		q.interp = typ == 'W' || typ == 'I'
		l.words(q, typ|0x20 == 'i')
		return true
	case 'q':
		q.interp = false
	case 's':
		q.interp, q.beg = false, tSymBeg
	case 'r':
		q.beg = tRegexBeg
	case 'x':
		q.beg = tXStrBeg
	}
	l.quoted(q)
	return true
}

// words lexes the lists %w %i %W %I.
func (l *lex) words(q quote, symbols bool) {
	k, beg, one := tWordsBeg, tStrBeg, tStr
	if symbols {
		k, beg, one = tSymbolsBeg, tSymBeg, tSym
	}
	l.emitV(k, q.from, l.src[q.from:q.body], sBeg)
	l.i = q.body
	depth := 1
	for {
		for isSpace(l.at(l.i)) {
			l.i++
			if l.src[l.i-1] == '\n' {
				l.skipHeredocs()
			}
		}
		switch c := l.at(l.i); {
		case l.i >= len(l.src):
			l.fail(q.from, nil, "add `"+string(q.close)+"` where it ends", "unterminated list: no closing `%c` found", q.close)
			l.stop = true
			return
		case c == q.close && depth == 1:
			l.i++
			l.emit(tWordsEnd, l.i-1, sEnd)
			return
		}
		if !l.word(q, &depth, beg, one) {
			return
		}
	}
}

// word lexes one element of a list.
func (l *lex) word(q quote, depth *int, beg, one kind) bool {
	from, chunk, k := l.i, l.i, l.i
	opened := false
	for ; k < len(l.src); k++ {
		c := l.src[k]
		if isSpace(c) || c == q.close && *depth == 1 {
			break
		}
		switch {
		case c == '\\' && q.interp && strings.HasPrefix(l.src[k:], `\u{`):
			k += escapeLen(l.src[k:]) - 1 // may hold spaces
		case c == '\\':
			k++
		case c == q.close:
			*depth--
		case q.open != 0 && c == q.open:
			*depth++
		case q.interp && c == '#' && l.interpLen(k) > 0:
			if !opened {
				l.emitV(beg, from, "", sBeg)
				opened = true
			}
			if k > chunk {
				l.emitV(tStrText, chunk, l.wordText(q, chunk, k), sBeg)
			}
			if !l.interpolate(k) {
				return false
			}
			k, chunk = l.i-1, l.i
		}
	}
	k = min(k, len(l.src))
	l.i = k
	if !opened {
		l.emitV(one, from, l.wordText(q, chunk, k), sBeg)
		return true
	}
	if k > chunk {
		l.emitV(tStrText, chunk, l.wordText(q, chunk, k), sBeg)
	}
	l.emitV(tStrEnd, k, "", sBeg)
	return true
}

// wordText is the value of a piece of a list's element: as in a string, and an
// escaped space is a space.
func (l *lex) wordText(q quote, from, to int) string {
	s := l.src[from:to]
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	if q.interp {
		s = strings.ReplaceAll(s, "\\\n", "\n")
		v, _ := l.unescape(s, from)
		return v
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) {
			if n := s[i+1]; isSpace(n) || n == '\\' || n == q.close || q.open != 0 && n == q.open {
				i++
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

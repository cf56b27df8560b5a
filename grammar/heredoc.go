package grammar

import "strings"

// here is one heredoc: its opener `<<~ID` and where its body lies.
type here struct {
	id         string
	squiggly   bool
	indented   bool // the terminator may be indented
	raw        bool // <<'ID'
	beg        kind
	after      int // offset behind the opener
	start, end int // of the body
	next       int // the line behind the terminator
	pieces     []piece
}

// piece is a stretch of a heredoc's text between interpolations.
type piece struct {
	from, to int
	tok      int  // its token
	interp   bool // an interpolation follows
}

// heredoc lexes a heredoc at its opener, body included; false when `<<` is an
// operator.
func (l *lex) heredoc(from int) bool {
	h := here{beg: tStrBeg}
	if !l.heredocOpener(from, &h) {
		return false
	}
	if !l.heredocBody(&h) {
		l.fail(from, nil, "end it with a line `"+h.id+"`", "heredoc `%s` is not terminated: no line `%s` found", h.id, h.id)
		l.stop = true
		return true
	}
	ln, off, col := l.ln, l.anchorOff, l.anchorCol
	if h.raw || !strings.Contains(l.src[h.start:h.end], "#") {
		l.emitV(tStr, from, "", sEnd)
		h.pieces = []piece{{h.start, h.end, len(l.toks) - 1, false}}
		if h.beg == tXStrBeg {
			l.toks[len(l.toks)-1].Type = tXStrBeg
			h.pieces = nil
			l.heredocText(&h, h.start, h.end, false)
			l.emitV(tStrEnd, h.end, "", sEnd)
		}
	} else {
		l.emitV(h.beg, from, l.src[from:h.after], sBeg)
		if !l.heredocParts(&h) {
			return true
		}
		l.emitV(tStrEnd, h.end, "", sEnd)
	}
	l.dedent(&h)
	l.ln, l.anchorOff, l.anchorCol = ln, off, col
	l.i = h.after
	l.resume = h.next
	return true
}

func (l *lex) heredocOpener(from int, h *here) bool {
	k := from + 2
	switch l.at(k) {
	case '~':
		h.squiggly, h.indented = true, true
		k++
	case '-':
		h.indented = true
		k++
	}
	if q := l.at(k); q == '\'' || q == '"' || q == '`' {
		e := strings.IndexByte(l.src[k+1:], q)
		if e < 0 || strings.IndexByte(l.src[k+1:k+1+e], '\n') >= 0 {
			return false
		}
		h.id = l.src[k+1 : k+1+e]
		h.raw = q == '\''
		if q == '`' {
			h.beg = tXStrBeg
		}
		h.after = k + e + 2
		return true
	}
	a := k
	for isIdent(l.at(k)) {
		k++
	}
	h.id, h.after = l.src[a:k], k
	return k > a && !isDigit(l.at(a))
}

// heredocBody finds the body and the terminator.
func (l *lex) heredocBody(h *here) bool {
	p := l.resume
	if p == 0 {
		j := strings.IndexByte(l.src[h.after:], '\n')
		if j < 0 {
			return false
		}
		p = h.after + j + 1
	}
	h.start = p
	for p < len(l.src) {
		line, next := l.src[p:], len(l.src)
		if e := strings.IndexByte(line, '\n'); e >= 0 {
			line, next = line[:e], p+e+1
		}
		line = strings.TrimSuffix(line, "\r")
		if h.indented {
			line = strings.TrimLeft(line, " \t\f\v\r")
		}
		if line == h.id {
			h.end, h.next = p, next
			return true
		}
		p = next
	}
	return false
}

// heredocParts lexes a body with interpolations; the texts are filled in by
// dedent.
func (l *lex) heredocParts(h *here) bool {
	chunk := h.start
	for q := h.start; q < h.end; q++ {
		switch c := l.src[q]; {
		case c == '\\':
			q++
		case c == '#' && l.interpLen(q) > 0:
			l.heredocText(h, chunk, q, true)
			outer := l.resume
			l.resume = 0
			ok := l.interpolate(q)
			nested := l.resume
			l.resume = outer
			if !ok {
				return false
			}
			q, chunk = l.i-1, l.i
			if nested != 0 { // a heredoc in the interpolation: its body follows this line
				if e := strings.IndexByte(l.src[l.i:], '\n'); e >= 0 && nested > l.i {
					l.heredocText(h, chunk, l.i+e+1, false)
					q, chunk = nested-1, nested
				}
			}
		}
	}
	l.heredocText(h, chunk, h.end, false)
	return true
}

func (l *lex) heredocText(h *here, from, to int, interp bool) {
	from = min(from, to)
	if from == to && !interp {
		return
	}
	l.emitV(tStrText, from, "", sBeg)
	h.pieces = append(h.pieces, piece{from, to, len(l.toks) - 1, interp})
}

// dedent resolves the texts of a heredoc and, for <<~, takes the common
// indentation away.
func (l *lex) dedent(h *here) {
	width := 0
	if h.squiggly {
		width = l.heredocIndent(h)
	}
	bol := true
	for _, p := range h.pieces {
		s := l.src[p.from:p.to]
		if !h.squiggly {
			l.toks[p.tok].Value = l.heredocValue(h, s, p.from)
			continue
		}
		var b strings.Builder
		for off := p.from; s != ""; {
			line := s
			if e := strings.IndexByte(s, '\n'); e >= 0 {
				line = s[:e+1]
			}
			s = s[len(line):]
			cut := 0
			if bol {
				cut = dedentLen(line, width)
			}
			b.WriteString(l.heredocValue(h, line[cut:], off+cut))
			bol = strings.HasSuffix(line, "\n")
			off += len(line)
		}
		l.toks[p.tok].Value = b.String()
		if p.interp {
			bol = false
		}
	}
}

func (l *lex) heredocValue(h *here, s string, off int) string {
	if h.raw {
		return strings.ReplaceAll(s, "\r\n", "\n")
	}
	v, _ := l.unescape(s, off)
	return v
}

// noIndent is the indentation of a heredoc with nothing but blank lines, which
// lose all of theirs.
const noIndent = 1 << 30

// heredocIndent is the smallest indentation of a line that holds more than
// white space; a tab reaches to the next multiple of eight.
func (l *lex) heredocIndent(h *here) int {
	least := -1
	bol := true
	for _, p := range h.pieces {
		s := l.src[p.from:p.to]
		for {
			e := strings.IndexByte(s, '\n')
			line := s
			if e >= 0 {
				line = s[:e]
			}
			if bol {
				w, n := indentWidth(line)
				blank := n == len(strings.TrimSuffix(line, "\r"))
				if e < 0 {
					blank = blank && !p.interp
				}
				if !blank && (least < 0 || w < least) {
					least = w
				}
			}
			if e < 0 {
				bol = bol && line == "" && !p.interp
				break
			}
			bol = true
			s = s[e+1:]
		}
	}
	if least < 0 {
		return noIndent
	}
	return least
}

func indentWidth(s string) (width, n int) {
	for ; n < len(s); n++ {
		switch s[n] {
		case ' ':
			width++
		case '\t':
			width = (width/8 + 1) * 8
		default:
			return width, n
		}
	}
	return width, n
}

// dedentLen is how many bytes of white space take up to width columns.
func dedentLen(s string, width int) int {
	col := 0
	for i := 0; i < len(s); i++ {
		switch {
		case col >= width:
			return i
		case s[i] == ' ':
			col++
		case s[i] == '\t':
			next := (col/8 + 1) * 8
			if next > width {
				return i
			}
			col = next
		default:
			return i
		}
	}
	return len(s)
}

package grammar

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

func (p *printer) hash(n *Hash) {
	if n.Braces {
		p.s("{")
	}
	for i, pair := range n.Pairs {
		if i > 0 {
			p.s(", ")
		} else if n.Braces {
			p.s(" ")
		}
		p.pair(pair)
	}
	if n.Braces {
		if len(n.Pairs) > 0 {
			p.s(" ")
		}
		p.s("}")
	}
}

func (p *printer) pair(pair Pair) {
	if pair.Key == nil {
		p.s("**")
		if pair.Value != nil {
			p.operand(pair.Value)
		}
		return
	}
	if k, ok := pair.Key.(*Sym); ok {
		name := k.Name
		if !isLabel(name) {
			name = quoteString(name)
		}
		p.s(name, ":")
		if c, ok := pair.Value.(*Call); ok && c.Name == k.Name && c.Recv == nil {
			if _, kw := keywords[k.Name]; kw {
				return // `{if:}` can be said in no other way
			}
		}
		p.s(" ")
	} else {
		p.expr(pair.Key)
		p.s(" => ")
	}
	p.expr(pair.Value)
}

func (p *printer) interp(n *Interp) {
	open, cl := `"`, `"`
	switch n.Kind {
	case InterpSymbol:
		open = `:"`
	case InterpRegexp:
		open, cl = "/", "/"
	case InterpCommand:
		open, cl = "`", "`"
	}
	p.s(open)
	for _, e := range n.Parts {
		switch e := e.(type) {
		case *Str:
			q := quoteString(e.Value)
			switch n.Kind {
			case InterpRegexp:
				p.s(slashed(e.Value))
			case InterpCommand:
				p.s(strings.ReplaceAll(q[1:len(q)-1], "`", "\\`"))
			default:
				p.s(q[1 : len(q)-1])
			}
		case *Paren:
			p.s("#{")
			p.stmts(e.Stmts)
			p.s("}")
		}
	}
	p.s(cl, n.Flags)
}

// slashed escapes the slashes of a regular expression's source.
func slashed(s string) string {
	if !strings.Contains(s, "/") {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '/' {
			b.WriteByte('\\')
		}
		b.WriteByte(s[i])
		if s[i] == '\\' && i+1 < len(s) {
			i++
			b.WriteByte(s[i])
		}
	}
	return b.String()
}

// isLabel tells whether a name can stand before `:` without quotes.
func isLabel(s string) bool {
	s = strings.TrimSuffix(strings.TrimSuffix(s, "?"), "!")
	if s == "" || isDigit(s[0]) {
		return false
	}
	for i := 0; i < len(s); i++ {
		if !isIdent(s[i]) {
			return false
		}
	}
	return true
}

func symbolName(s string) string {
	name := strings.TrimSuffix(s, "=")
	if isLabel(strings.TrimLeft(name, "@$")) || opNameLen(s) == len(s) && s != "" {
		return s
	}
	return quoteString(s)
}

// quoteString writes a string as Ruby's inspect does.
func quoteString(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '#' && i+1 < len(s) && strings.IndexByte("{@$", s[i+1]) >= 0:
			b.WriteString(`\#`)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == utf8.RuneError && n == 1 || r < ' ' || r == 0x7f:
			b.WriteString(`\x` + strings.ToUpper(strconv.FormatUint(uint64(s[i])|0x100, 16)[1:]))
		default:
			b.WriteString(s[i : i+n])
		}
		i += n
	}
	b.WriteByte('"')
	return b.String()
}

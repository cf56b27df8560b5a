package grammar

import (
	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"
)

// participle reads from a PeekingLexer, which takes tokens one at a time. To
// copy a whole file into one costs as much as to parse it, so the parser walks
// over the lexer's own list, and only the tokens of an outermost keyword
// construct are copied for participle's productions. Within these, what is read
// by hand walks over the copy.

// tSpan is the kind of the first token of such a copy. Its offset holds the
// number of tokens behind it; it becomes tBad when one of their statements has
// an error.
const tSpan = numKinds

// cursor is a place in a list of tokens, of which the last one is the EOF.
type cursor struct {
	toks []lexer.Token
	i    int
	lex  *lexer.PeekingLexer // participle's place in the same tokens; nil outside of its productions
}

// checkpoint is a place to return to.
type checkpoint struct {
	i  int
	at lexer.Checkpoint
}

// Peek is the next token.
func (c *cursor) Peek() *lexer.Token { return &c.toks[c.i] }

// Next takes the next token; the EOF stays.
func (c *cursor) Next() *lexer.Token {
	t := &c.toks[c.i]
	if t.Type != lexer.EOF {
		c.i++
	}
	return t
}

// before is the token in front of the next one; nil at the start.
func (c *cursor) before() *lexer.Token {
	if c.i == 0 {
		return nil
	}
	return &c.toks[c.i-1]
}

func (c *cursor) mark() checkpoint {
	m := checkpoint{i: c.i}
	if c.lex != nil {
		m.at = c.lex.MakeCheckpoint()
	}
	return m
}

func (c *cursor) reset(m checkpoint) {
	c.i = m.i
	if c.lex != nil {
		c.lex.LoadCheckpoint(m.at)
	}
}

// enter is the cursor for what is read by hand within a production.
func enter(lex *lexer.PeekingLexer) cursor {
	n := lex.Range(0, 1)[0].Pos.Offset
	return cursor{lex.Range(1, lexer.RawCursor(n+1)), int(lex.RawCursor()) - 1, lex}
}

// leave moves participle's place on to the cursor's.
func (c *cursor) leave() {
	if c.lex != nil && int(c.lex.RawCursor()) <= c.i {
		c.lex.FastForward(lexer.RawCursor(c.i))
	}
}

// spoil notes that a statement has an error.
func (c *cursor) spoil() {
	if c.lex != nil {
		c.lex.Range(0, 1)[0].Type = tBad
	}
}

// span gives the number of tokens of the construct that begins here, and one
// more, which an error may name.
func (c *cursor) span() int {
	depth := 0
	switch c.Peek().Type {
	case tRescue, tElse, tEnsure: // of a block that is open already
		depth = 1
	}
	for k := c.i; ; k++ {
		switch t := c.toks[k].Type; {
		case t == lexer.EOF:
			return k - c.i
		case opens.has(t):
			depth++
		case depth > 0 && closes.has(t):
			if depth--; depth == 0 {
				return min(k+2, len(c.toks)-1) - c.i
			}
		case depth == 0 && t == tNL:
			return k + 1 - c.i
		}
	}
}

// spanLexer gives participle the tokens of one construct.
type spanLexer struct {
	head, end lexer.Token
	toks      []lexer.Token
	i         int
}

// Next implements lexer.Lexer.
func (s *spanLexer) Next() (lexer.Token, error) {
	s.i++
	switch k := s.i - 2; {
	case k < 0:
		return s.head, nil
	case k < len(s.toks):
		return s.toks[k], nil
	}
	return s.end, nil
}

// node reads a production at the cursor.
func node[P any](p *parser, q *participle.Parser[P]) *P {
	if p.lex != nil {
		p.leave()
		n, err := q.ParseFromLexer(p.lex, participle.AllowTrailing(true))
		p.i = int(p.lex.RawCursor()) - 1
		p.keep(err)
		return n
	}
	n := p.span()
	s := spanLexer{toks: p.toks[p.i : p.i+n], end: lexer.EOFToken(p.toks[p.i+n].Pos)}
	s.head.Type, s.head.Pos.Offset = tSpan, n+1
	lex, _ := lexer.Upgrade(&s)
	lex.Next()
	v, err := q.ParseFromLexer(lex, participle.AllowTrailing(true))
	p.i += int(lex.RawCursor()) - 1
	p.bad = p.bad || lex.Range(0, 1)[0].Type == tBad
	p.keep(err)
	return v
}

// keep keeps the first error of a statement.
func (p *parser) keep(err error) {
	if err != nil && p.err == nil {
		p.err = err
	}
}

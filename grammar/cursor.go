package grammar

// cursor is a place in a list of tokens, of which the last one is the end of the file.
type cursor struct {
	toks []token
	i    int
}

// Peek is the next token.
func (c *cursor) Peek() *token { return &c.toks[c.i] }

// Next takes the next token; the end of the file stays.
func (c *cursor) Next() *token {
	t := &c.toks[c.i]
	if t.Type != tEOF {
		c.i++
	}
	return t
}

// before is the token in front of the next one; nil at the start.
func (c *cursor) before() *token {
	if c.i == 0 {
		return nil
	}
	return &c.toks[c.i-1]
}

package regex

// quantifiers reads what follows an atom: `*`, `+?`, `{2,3}`, `?+`, also several.
func (p *parser) quantifiers(n node) (node, error) {
	for count := 0; ; count++ {
		p.skipIgnored()
		if p.eof() {
			return n, nil
		}
		rep, ok, err := p.quantifier()
		if err != nil || !ok {
			return n, err
		}
		if count > MaxDepth {
			return nil, &LimitError{"too many quantifiers after one another"}
		}
		rep.sub = settle(n)
		if rep.kind == lazy && rep.min == rep.max {
			// `a{2}?` is (?:a{2})? in Ruby, and greedy.
			rep.kind = greedy
			n = &repNode{sub: rep, min: 0, max: 1}
			continue
		}
		n = rep
	}
}

// quantifier reads one quantifier without its target.
func (p *parser) quantifier() (*repNode, bool, error) {
	rep := &repNode{}
	switch p.peek() {
	case '*':
		rep.max = -1
	case '+':
		rep.min, rep.max = 1, -1
	case '?':
		rep.max = 1
	case '{':
		lo, hi, ok, err := p.interval()
		if !ok || err != nil {
			return nil, false, err
		}
		rep.min, rep.max = lo, hi
		if p.accept("?") {
			rep.kind = lazy
		}
		return rep, true, nil // `{n}+` is a quantifier on a quantifier
	default:
		return nil, false, nil
	}
	p.pos++
	switch {
	case p.accept("?"):
		rep.kind = lazy
	case p.accept("+"):
		rep.kind = possessive
	}
	return rep, true, nil
}

// interval reads `{n}`, `{n,}`, `{,n}` or `{n,m}`. Anything else is not a quantifier: nothing is read.
func (p *parser) interval() (lo, hi int, ok bool, err error) {
	start := p.pos
	p.pos++
	lo, haveLo, err := p.number()
	if err != nil {
		return 0, 0, false, err
	}
	hi = lo
	comma := p.accept(",")
	haveHi := false
	if comma {
		hi, haveHi, err = p.number()
		if err != nil {
			return 0, 0, false, err
		}
		if !haveHi {
			hi = -1
		}
	}
	if !haveLo && !haveHi || !p.accept("}") {
		p.pos = start
		return 0, 0, false, nil
	}
	if hi >= 0 && lo > hi {
		return 0, 0, false, p.fail("upper is smaller than lower in repeat range")
	}
	return lo, hi, true, nil
}

func (p *parser) number() (n int, ok bool, err error) {
	for !p.eof() && p.peek() >= '0' && p.peek() <= '9' {
		n = n*10 + int(p.peek()-'0')
		ok = true
		if p.pos++; n > maxRepeat {
			return 0, false, p.fail("too big number for repeat range")
		}
	}
	return n, ok, nil
}

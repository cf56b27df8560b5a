package grammar

var startsParam = kinds(tIdent, tLocal, tConst, tLabel, tUnary, tLParen, tSemi)

// params reads parameters up to what closes them.
func (p *parser) params() *Params {
	ps := &Params{Pos: p.Peek().Pos}
	for p.err == nil && startsParam.has(p.kind()) {
		if p.is(tSemi) {
			p.blockLocals(ps)
			break
		}
		ps.List = append(ps.List, p.param())
		if p.is(tSemi) {
			continue
		}
		if !p.is(tComma) {
			break
		}
		p.Next()
		if p.err == nil && !startsParam.has(p.kind()) {
			p.fail("", "expected a parameter")
		}
	}
	if t := p.Peek(); t.Type == tPipe && t.Value == ",|" {
		ps.ExcessComma = true
	}
	if p.err == nil {
		p.order(ps)
	}
	return ps
}

// The groups in which parameters stand.
const (
	groupFirst = iota // a
	groupOptional
	groupRest
	groupLast // those behind optional ones or a rest
	groupKeys
	groupKeyRest
	groupBlock
)

// order checks that the parameters stand in the order that Ruby demands.
func (p *parser) order(ps *Params) {
	at := groupFirst
	for i, q := range ps.List {
		g := groupFirst
		switch q.Kind {
		case Required, Destructured:
			if at > groupFirst {
				g = groupLast
			}
		case Optional:
			g = groupOptional
		case Rest:
			g = groupRest
		case RequiredKey, OptionalKey:
			g = groupKeys
		case KeyRest, NoKeys:
			g = groupKeyRest
		case BlockParam, ForwardAll:
			g = groupBlock
		}
		once := g == groupRest || g >= groupKeyRest
		late := q.Kind == ForwardAll && at >= groupRest && at != groupLast || q.Kind == NoKeys && at == groupKeys
		if g < at || g == at && once && i > 0 || late {
			p.failAt(q.Pos, "unexpected parameter `%s`: it cannot stand behind `%s`", paramText(q), paramText(ps.List[i-1]))
			return
		}
		at = g
	}
}

// paramText is a parameter as written, without its default.
func paramText(q *Param) string {
	switch q.Kind {
	case Rest:
		return "*" + q.Name
	case RequiredKey, OptionalKey:
		return q.Name + ":"
	case KeyRest:
		return "**" + q.Name
	case NoKeys:
		return "**nil"
	case BlockParam:
		return "&" + q.Name
	case Destructured:
		return "(...)"
	case ForwardAll:
		return "..."
	}
	return q.Name
}

// names checks that no name of the parameters stands twice. A name that begins
// with an underscore may.
func (p *parser) names(ps *Params, seen map[string]bool) {
	add := func(name string, pos Pos) {
		switch {
		case name == "" || p.err != nil:
		case numberedName(name):
			p.failAt(pos, "`%s` is reserved for numbered parameters", name)
		case isConst(name):
			p.failAt(pos, "formal argument cannot be a constant: `%s`", name)
		case !isIdent(name[len(name)-1]):
			p.failAt(pos, "`%s` is no name for a parameter", name)
		case name[0] == '_':
		case seen[name]:
			p.failAt(pos, "duplicated argument name `%s`", name)
		default:
			seen[name] = true
		}
	}
	for _, q := range ps.List {
		if q.Sub != nil {
			p.names(q.Sub, seen)
		}
		add(q.Name, q.Pos)
	}
	for _, name := range ps.Locals {
		add(name, ps.Pos)
	}
}

// allParams reads the parameters of a def, a block or a lambda.
func (p *parser) allParams(def bool) *Params {
	ps := p.params()
	if p.err != nil {
		return ps
	}
	if len(ps.List)+len(ps.Locals) > 0 {
		p.names(ps, map[string]bool{})
	}
	if n := len(ps.List); !def && n > 0 && ps.List[n-1].Kind == ForwardAll {
		p.failAt(ps.List[n-1].Pos, "unexpected `...`: only a method has it")
	}
	return ps
}

func (p *parser) blockLocals(ps *Params) {
	p.Next()
	for p.is(tLocal) || p.is(tIdent) {
		ps.Locals = append(ps.Locals, p.Next().Value)
		if !p.is(tComma) {
			return
		}
		p.Next()
	}
}

func (p *parser) param() *Param {
	t := p.Next()
	q := &Param{Pos: t.Pos}
	switch t.Type {
	case tUnary:
		p.prefixedParam(q, t.Value)
		return q
	case tLabel:
		q.Kind, q.Name = RequiredKey, t.Value
		if startsExpr.has(p.kind()) {
			q.Kind, q.Default = OptionalKey, p.expr(powArg)
		}
		return q
	case tLParen:
		q.Kind, q.Sub = Destructured, p.params()
		p.want(tRParen, "`)`")
		return q
	case tIdent, tLocal:
		q.Name = t.Value
	default:
		p.failAt(t.Pos, "expected a parameter, found %s", describe(t))
	}
	if p.is(tAssign) {
		p.Next()
		q.Kind, q.Default = Optional, p.expr(powArg)
	}
	return q
}

func (p *parser) prefixedParam(q *Param, op string) {
	switch op {
	case "*":
		q.Kind = Rest
	case "**":
		q.Kind = KeyRest
	case "&":
		q.Kind = BlockParam
	case "...":
		q.Kind = ForwardAll
		return
	default:
		p.failAt(q.Pos, "expected a parameter, found `%s`", op)
		return
	}
	switch t := p.Peek(); t.Type {
	case tIdent, tLocal:
		q.Name = p.Next().Value
	case tValue:
		if op == "**" && t.Value == "nil" {
			p.Next()
			q.Kind = NoKeys
		}
	}
}

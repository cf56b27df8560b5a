package grammar

import (
	"fmt"
	"math"
	"math/big"
	"sort"
	"strconv"
	"strings"
)

// normal writes a tree in the form that testdata/ripper.rb makes of Ruby's.
type normal struct {
	newer bool // keep what came after Ruby 3.1
	it    bool // `it` is a method, as before Ruby 3.4
	tail  bool // in the last statement of a def, where Ruby drops a return
}

func seq(parts ...string) string {
	var out []string
	for _, p := range parts {
		if p != "" {
			out = append(out, p)
		}
	}
	return "(" + strings.Join(out, " ") + ")"
}

func nstr(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for i := 0; i < len(s); i++ {
		if c := s[i]; c >= 32 && c < 127 && c != '"' && c != '\\' {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, `\x%02x`, c)
		}
	}
	return b.String() + `"`
}

// flat lists the statements of a body as Ruby's tree does: groups are spread.
func (v normal) flat(list []Expr) []Expr {
	var out []Expr
	for _, e := range list {
		switch n := e.(type) {
		case *Paren:
			out = append(out, v.flat(n.Stmts.List)...)
		case *Begin:
			if len(n.Body.Rescues) == 0 && n.Body.Ensure == nil {
				out = append(out, v.flat(n.Body.Stmts.List)...)
			} else {
				out = append(out, e)
			}
		case *Unsupported:
			if !strings.HasPrefix(n.What, "BEGIN") {
				out = append(out, e)
			}
		default:
			out = append(out, e)
		}
	}
	return out
}

func (v normal) stmts(s *Stmts) string {
	if s == nil {
		return "nil"
	}
	return v.seqOf(s.List)
}

func (v normal) seqOf(in []Expr) string {
	list := v.flat(in)
	for len(list) > 1 && unused(list[0]) { // Ruby drops them
		list = list[1:]
	}
	var out []string
	tail := v.tail
	for i, e := range list {
		v.tail = tail && i == len(list)-1
		if u, ok := e.(*Undef); ok {
			for _, n := range u.Names {
				out = append(out, seq("undef", n))
			}
			continue
		}
		out = append(out, v.last(e))
	}
	if n := len(out); tail && n > 1 && out[n-1] == "nil" {
		out = out[:n-1]
	}
	switch len(out) {
	case 0:
		return "nil"
	case 1:
		return out[0]
	}
	return seq(append([]string{"do"}, out...)...)
}

// last writes the last statement of a def.
func (v normal) last(e Expr) string {
	if !v.tail {
		return v.x(e)
	}
	switch n := e.(type) {
	case *Jump:
		if n.Kind == Return {
			if n.Value == nil {
				return "nil"
			}
			return v.seqOf([]Expr{n.Value})
		}
	case *If, *Ternary, *Begin, *RescueMod:
		return v.control(e)
	case *Case:
		if n.Subject != nil {
			return v.control(e)
		}
	}
	v.tail = false
	return v.x(e)
}

func unused(e Expr) bool {
	switch n := e.(type) {
	case *Nil, *Bool, *Self, *Int, *Float, *Str, *Sym, *Regexp:
		return true
	case *Unsupported:
		return strings.Contains(n.What, "rational")
	}
	return false
}

func (v normal) body(b *Body) string {
	tail := v.tail
	v.tail = tail && (b.Else == nil || len(b.Rescues) == 0)
	out := v.stmts(b.Stmts)
	v.tail = false
	if len(b.Rescues) > 0 {
		parts := []string{"rescue", out}
		for _, r := range b.Rescues {
			target := "nil"
			if r.Var != nil {
				target = v.target(r.Var)
			}
			parts = append(parts, seq("resbody", v.list(r.Types), target, v.stmts(r.Body)))
		}
		if b.Else != nil && len(b.Else.List) > 0 {
			parts = append(parts, seq("else", v.stmts(b.Else)))
		}
		out = seq(parts...)
	}
	if b.Ensure != nil {
		out = seq("ensure", out, v.stmts(b.Ensure))
	}
	return out
}

func (v normal) args(list []Expr) []string {
	var out []string
	for _, e := range list {
		if s, ok := e.(*Splat); ok {
			if a, ok := s.X.(*Array); ok {
				out = append(out, v.args(a.Elems)...)
				continue
			}
		}
		out = append(out, v.x(e))
	}
	return out
}

func (v normal) list(list []Expr) string { return seq(append([]string{"list"}, v.args(list)...)...) }

func (v normal) callArgs(list []Expr, b *BlockArg) []string {
	out := v.args(list)
	if b != nil {
		x := ""
		if b.X != nil {
			x = v.x(b.X)
		} else {
			x = "(var &)"
		}
		out = append(out, seq("&", x))
	}
	return out
}

// parts merges the adjacent texts of an interpolated literal.
func (v normal) parts(n *Interp) (out []string, code bool) {
	text := ""
	flush := func() {
		if text != "" {
			out = append(out, nstr(text))
			text = ""
		}
	}
	var walk func(list []Expr)
	walk = func(list []Expr) {
		for _, e := range list {
			switch e := e.(type) {
			case *Str:
				text += e.Value
			case *Interp:
				walk(e.Parts)
			case *Paren:
				in := v.flat(e.Stmts.List)
				if len(in) == 1 {
					if s, ok := in[0].(*Str); ok {
						text += s.Value
						continue
					}
					if s, ok := in[0].(*Interp); ok && s.Kind == InterpString {
						walk(s.Parts)
						continue
					}
				}
				flush()
				code = true
				out = append(out, seq("ev", v.stmts(e.Stmts)))
			}
		}
	}
	walk(n.Parts)
	flush()
	return out, code
}

func nflags(f string) string {
	out := ""
	for _, c := range "mix" {
		if strings.ContainsRune(f, c) {
			out += string(c)
		}
	}
	return "/" + out
}

func (v normal) interp(n *Interp) string {
	parts, code := v.parts(n)
	text := `""`
	if len(parts) > 0 {
		text = parts[0]
	}
	switch n.Kind {
	case InterpSymbol:
		if !code {
			return seq("sym", text)
		}
		return seq(append([]string{"dsym"}, parts...)...)
	case InterpRegexp:
		if !code {
			return seq("regex", text, nflags(n.Flags))
		}
		return seq(append([]string{"dregex"}, parts...)...)
	case InterpCommand:
		return seq(append([]string{"xstr"}, parts...)...)
	}
	if !code {
		return text
	}
	return seq(append([]string{"dstr"}, parts...)...)
}

func (v normal) target(e Expr) string {
	switch n := e.(type) {
	case *Index:
		return seq(append([]string{"index", v.x(n.Recv)}, v.callArgs(n.Args, n.BlockArg)...)...)
	case *Call:
		return seq("attr", v.x(n.Recv), n.Name)
	case *Splat:
		if n.X == nil {
			return "(*)"
		}
		return seq("*", v.target(n.X))
	case *MultiTarget:
		return v.targets(n)
	}
	return v.x(e)
}

func (v normal) targets(m *MultiTarget) string {
	out := []string{"targets"}
	for _, e := range m.List {
		out = append(out, v.target(e))
	}
	return seq(out...)
}

func (v normal) params(ps *Params) string {
	if ps == nil || ps.Implicit == ItArg && !v.newer {
		return "()"
	}
	var out []string
	for _, q := range ps.List {
		switch q.Kind {
		case Required:
			out = append(out, q.Name)
		case Optional:
			out = append(out, seq("opt", q.Name, v.x(q.Default)))
		case Rest:
			if q.Name != "" {
				out = append(out, "*"+q.Name)
			}
		case RequiredKey:
			out = append(out, q.Name+":")
		case OptionalKey:
			out = append(out, seq("key", q.Name, v.x(q.Default)))
		case KeyRest:
			if q.Name != "" {
				out = append(out, "**"+q.Name)
			}
		case NoKeys:
			out = append(out, "**nil")
		case BlockParam:
			if q.Name != "" {
				out = append(out, "&"+q.Name)
			}
		case Destructured:
			out = append(out, v.subParams(q.Sub))
		case ForwardAll:
			out = append(out, "...")
		}
	}
	if ps.ExcessComma {
		out = append(out, ",")
	}
	return seq(out...)
}

func (v normal) subParams(ps *Params) string {
	out := []string{"targets"}
	for _, q := range ps.List {
		switch {
		case q.Kind == Destructured:
			out = append(out, v.subParams(q.Sub))
		case q.Kind == Rest && q.Name == "":
			out = append(out, "(*)")
		case q.Kind == Rest:
			out = append(out, seq("*", seq("var", q.Name)))
		default:
			out = append(out, seq("var", q.Name))
		}
	}
	return seq(out...)
}

func nint(text string) string {
	t := strings.ToLower(text)
	if i := strings.Index(t, "0d"); i >= 0 && !strings.Contains(t, "x") {
		t = t[:i] + strings.TrimLeft(t[i+2:], "0") + strings.Repeat("0", b2i(strings.Trim(t[i+2:], "0") == ""))
	}
	n, ok := new(big.Int).SetString(t, 0)
	if !ok {
		return "bad int " + text
	}
	return n.String()
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (v normal) x(e Expr) string {
	v.tail = false
	switch n := e.(type) {
	case nil, *Nil:
		return "nil"
	case *Bool:
		return strconv.FormatBool(n.Value)
	case *Self:
		return "self"
	case *Int:
		return nint(n.Text)
	case *Float:
		f, _ := strconv.ParseFloat(n.Text, 64)
		return fmt.Sprintf("f%016x", math.Float64bits(f))
	case *Str:
		return nstr(n.Value)
	case *Sym:
		return seq("sym", nstr(n.Name))
	case *Regexp:
		return seq("regex", nstr(n.Source), nflags(n.Flags))
	case *Interp:
		return v.interp(n)
	case *Array:
		return v.list(n.Elems)
	case *Hash:
		return v.hash(n)
	case *Range:
		op := "dot2"
		if n.Exclusive {
			op = "dot3"
		}
		return seq(op, v.x(n.Lo), v.x(n.Hi))
	case *Local:
		if v.it && n.Name == "it" {
			return "(call _ it)"
		}
		return seq("var", n.Name)
	case *IVar:
		return seq("var", n.Name)
	case *CVar:
		return seq("var", n.Name)
	case *GVar:
		return seq("var", n.Name)
	case *Const:
		switch {
		case n.Scope != nil:
			return seq("colon2", v.x(n.Scope), n.Name)
		case n.Top:
			return seq("colon3", n.Name)
		}
		return seq("const", n.Name)
	}
	return v.ops(e)
}

func (v normal) hash(n *Hash) string {
	out := []string{"hash"}
	for _, p := range n.Pairs {
		if p.Key == nil {
			x := "(var **)"
			if p.Value != nil {
				x = v.x(p.Value)
			}
			out = append(out, seq("**", x))
		} else {
			out = append(out, seq(v.x(p.Key), v.x(p.Value)))
		}
	}
	return seq(out...)
}

func (v normal) call(n *Call) string {
	recv := "_"
	if n.Recv != nil {
		recv = v.x(n.Recv)
	}
	safe := ""
	if n.Safe {
		safe = "&."
	}
	out := seq(append([]string{"call", recv, safe, n.Name}, v.callArgs(n.Args, n.BlockArg)...)...)
	return v.iter(out, n.Block)
}

func (v normal) iter(call string, b *Block) string {
	if b == nil {
		return call
	}
	v.it = v.it || !v.newer && b.Params != nil && b.Params.Implicit == ItArg
	return seq("iter", call, v.params(b.Params), v.body(b.Body))
}

func (v normal) ops(e Expr) string {
	switch n := e.(type) {
	case *Call:
		return v.call(n)
	case *Index:
		recv := v.x(n.Recv)
		if recv == "self" {
			recv = "_"
		}
		return seq(append([]string{"call", recv, "[]"}, v.callArgs(n.Args, n.BlockArg)...)...)
	case *Super:
		out := "(zsuper)"
		if !n.Bare {
			out = seq(append([]string{"super"}, v.callArgs(n.Args, n.BlockArg)...)...)
		}
		return v.iter(out, n.Block)
	case *Yield:
		return seq(append([]string{"yield"}, v.args(n.Args)...)...)
	case *Splat:
		if n.X == nil {
			return "(* (var *))"
		}
		return seq("*", v.x(n.X))
	case *Forward:
		return "(* (var *)) (& (var &))"
	case *Lambda:
		v.it = v.it || !v.newer && n.Params != nil && n.Params.Implicit == ItArg
		return seq("lambda", v.params(n.Params), v.body(n.Body))
	case *Not:
		return seq("call", v.x(n.X), "!")
	case *And:
		return seq(append([]string{"and"}, v.chain(n, true)...)...)
	case *Or:
		return seq(append([]string{"or"}, v.chain(n, false)...)...)
	case *Defined:
		return seq("defined", v.x(n.X))
	case *Assign:
		return seq("asgn", v.target(n.Target), v.x(n.Value))
	case *OpAssign:
		return v.opAssign(n)
	case *MultiAssign:
		return seq("masgn", v.targets(n.Targets), v.x(n.Value))
	case *MultiTarget:
		return v.targets(n)
	}
	return v.control(e)
}

// chain flattens nested && or ||, whichever way they nest.
func (v normal) chain(e Expr, and bool) []string {
	if p, ok := e.(*Paren); ok {
		if in := v.flat(p.Stmts.List); len(in) == 1 {
			e = in[0]
		}
	}
	if n, ok := e.(*And); ok && and {
		return append(v.chain(n.L, and), v.chain(n.R, and)...)
	}
	if n, ok := e.(*Or); ok && !and {
		return append(v.chain(n.L, and), v.chain(n.R, and)...)
	}
	return []string{v.x(e)}
}

func (v normal) opAssign(n *OpAssign) string {
	logical := n.Op == "||" || n.Op == "&&"
	switch t := n.Target.(type) {
	case *Index:
		return seq("opasgn", v.target(t), n.Op, v.x(n.Value))
	case *Call:
		safe := ""
		if t.Safe {
			safe = "safe"
		}
		return seq("opasgn", seq("attr", safe, v.x(t.Recv), t.Name), n.Op, v.x(n.Value))
	case *Const:
		if t.Scope != nil || t.Top || logical {
			return seq("opasgn", v.x(t), n.Op, v.x(n.Value))
		}
	}
	if logical {
		return seq("opasgn", v.x(n.Target), n.Op, v.x(n.Value))
	}
	return seq("asgn", v.x(n.Target), seq("call", v.x(n.Target), n.Op, v.x(n.Value)))
}

// firstDiff shows where two normal forms part.
func firstDiff(got, want string) string {
	i := sort.Search(min(len(got), len(want)), func(i int) bool { return got[:i+1] != want[:i+1] })
	from := max(0, i-80)
	return fmt.Sprintf("got  …%s\nwant …%s", got[from:min(len(got), i+120)], want[from:min(len(want), i+120)])
}

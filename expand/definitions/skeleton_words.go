package definitions

import (
	"path"
	"slices"
	"strings"

	"signalbox/dsl"
	"signalbox/expand/code"
	"signalbox/expand/files"
	"signalbox/expand/mapper"
	"signalbox/expand/route"
	"signalbox/expand/ruby"
	"signalbox/grammar"
)

// delegators are the methods that `def_delegators :Edition, :ee?` of Forwardable
// and `delegate :ee?, to: :Edition` define for another class.
func (s *skeleton) delegators(c *grammar.Call) []grammar.Expr {
	if c.Recv != nil || len(c.Args) < 2 {
		return nil
	}
	var to grammar.Expr
	var names []grammar.Expr
	switch c.Name {
	case "def_delegators", "def_instance_delegators":
		to, names = c.Args[0], c.Args[1:]
	case "delegate":
		options, ok := c.Args[len(c.Args)-1].(*grammar.Hash)
		if !ok || len(options.Pairs) != 1 {
			return nil
		}
		if key, ok := options.Pairs[0].Key.(*grammar.Sym); !ok || key.Name != "to" {
			return nil
		}
		to, names = options.Pairs[0].Value, c.Args[:len(c.Args)-1]
	default:
		return nil
	}
	target, ok := code.LiteralName(to)
	if !ok || !route.IsConstant(target) {
		return nil
	}
	var defs []grammar.Expr
	for _, n := range names {
		if name, ok := code.LiteralName(n); ok && methodName(name) {
			defs = append(defs, delegator(n.Start(), target, name))
		}
	}
	return defs
}

// delegator is `def name(...) = target.name(...)`.
func delegator(pos grammar.Pos, target, name string) grammar.Expr {
	file, err := grammar.Parse(pos.Filename, []byte("def "+name+"(...) = "+target+"."+name+"(...)"))
	if err != nil || len(file.Body.List) != 1 {
		return &grammar.Nil{Pos: pos}
	}
	grammar.Walk(file, func(n grammar.Node) { // what it asks for stands where it is named
		switch n := n.(type) {
		case *grammar.Def:
			n.Pos = pos
		case *grammar.Call:
			n.Pos = pos
		case *grammar.Const:
			n.Pos = pos
		}
	})
	return file.Body.List[0]
}

// method returns a copy of a method that is taken, of which IsChanged may be asked; what is asked of
// says whether it is one of the class.
func (s *skeleton) method(d, of *grammar.Def) *grammar.Def {
	own := *d
	mixed := of.Singleton == nil && s.inModule()
	hidden := mixed && code.Any(d.Body, func(n grammar.Node) bool {
		v, ok := n.(*grammar.IVar)
		return ok && !s.memos[v.Name]
	})
	s.d.own[&own] = &ownMethod{Def: of, file: s.file, class: code.Path(s.around), mixed: mixed, hidden: hidden, state: code.AnyExpr(of, isState), names: s.d.facts(s.file).aliases[of.Name], asked: map[question]verdict{}}
	return &own
}

func (s *skeleton) inModule() bool {
	if len(s.around) == 0 {
		return false
	}
	_, ok := s.around[len(s.around)-1].(*grammar.Module)
	return ok
}

// methodName tells a name that `def` can be given as it is.
func methodName(s string) bool { return ruby.IsWord(strings.TrimRight(s, "?!")) }

// blockAround is the block of a call that runs as the application starts, or
// that something is mixed into the mapper in: `config.to_prepare do`,
// `initializer "x" do`.
func blockAround(c *grammar.Call) *grammar.Block {
	if c.Block == nil || c.Block.Body == nil || mapper.MixesIn(c) || isPatching(c.Name) {
		return nil
	}
	if c.Name == "to_prepare" || c.Name == "after_initialize" || mapper.ChangesClass(c.Block) {
		return c.Block
	}
	return nil
}

// decided takes the side of a condition around changes of the mapper that the
// program decides on; where only the application knows, both are run. The statements
// before it give the condition its variables.
func (s *skeleton) decided(before []grammar.Expr, x *grammar.If) {
	if side, ok := s.side(before, x); ok {
		s.stmts(side)
		return
	}
	_ = s.run(append(code.Needed(before, x), x)...)
}

// side is the side of a condition that the program decides on; ok is false where only
// the application knows.
func (s *skeleton) side(before []grammar.Expr, x *grammar.If) (side *grammar.Stmts, ok bool) {
	cond := append(code.Needed(before, x.Cond), x.Cond)
	if !code.Closed(&grammar.Paren{Stmts: &grammar.Stmts{List: cond}}) {
		return nil, false
	}
	v, err := s.eval(cond...)
	if v == nil || err != nil || dsl.IsUnknown(v) {
		return nil, false
	}
	if s.d.holds(v) != x.Unless {
		return x.Then, true
	}
	return x.Else, true
}

// Reached returns the statements of a file but those before which the program is certain to leave
// it.
func (d *Definitions) Reached(file *grammar.File) []grammar.Expr {
	return (&skeleton{d: d, file: file}).reached(file.Body.List)
}

// reached are the statements of a list without those before which the program is certain
// to leave it.
func (s *skeleton) reached(list []grammar.Expr) []grammar.Expr {
	before, rest := code.UntilLeft(list)
	if rest == nil {
		return before
	}
	side, ok := s.side(before, rest)
	switch {
	case !ok:
		return append(before, rest)
	case side == nil:
		return before
	}
	return append(before, s.reached(side.List)...)
}

// requiresMapper tells whether a condition is around a `require` of a file that
// changes the mapper.
func (s *skeleton) requiresMapper(x *grammar.If) bool {
	return code.Any(x, func(n grammar.Node) bool {
		c, ok := n.(*grammar.Call)
		return ok && code.Requires(c) && len(c.Args) == 1 &&
			slices.ContainsFunc(s.d.Required(files.Text{Name: s.file.Name, Src: []byte(grammar.String(c))}), func(f files.Text) bool { return s.d.changesMapper(f, 0) })
	})
}

// requires takes the files of the application that `require "x"` reads, if they
// change the mapper.
func (s *skeleton) requires(c *grammar.Call) {
	if len(c.Args) != 1 || !code.Closed(c.Args[0]) {
		return
	}
	v, err := s.eval(c.Args[0])
	if err != nil || dsl.UnknownIn(v) != nil {
		return
	}
	name, err := s.d.Looking.Beside().ToS(v)
	if err != nil {
		return
	}
	if c.Name == "require_relative" {
		name = path.Join(path.Dir(s.file.Name), name)
	}
	s.takeRequired(name)
}

// takeRequired takes the file that `require` of a text reads, if it changes the mapper.
func (s *skeleton) takeRequired(text string) {
	f, ok := s.d.file(s.d.requiredFile(text))
	if ok && !s.d.taken[f.Name] && s.d.changesMapper(f, 0) {
		s.d.takeText(f)
	}
}

// requiresEach is requires of `Dir[...].each { |file| require file }`.
func (s *skeleton) requiresEach(c *grammar.Call) bool {
	if c.Name != "each" || c.Recv == nil || c.Block == nil || !code.Closed(c.Recv) || c.Block.Body == nil {
		return false
	}
	body := c.Block.Body.Stmts.List
	if len(body) != 1 {
		return false
	}
	if inner, ok := body[0].(*grammar.Call); !ok || !code.Requires(inner) {
		return false
	}
	v, err := s.eval(c.Recv)
	list, ok := v.(*dsl.Array)
	if err != nil || !ok {
		return false
	}
	for _, e := range list.Elems {
		if name, ok := e.(*dsl.String); ok {
			s.takeRequired(name.String())
		}
	}
	return true
}

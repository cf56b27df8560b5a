package expand

import (
	"strings"

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
	target, ok := literalName(to)
	if !ok || !isConstant(target) {
		return nil
	}
	var defs []grammar.Expr
	for _, n := range names {
		if name, ok := literalName(n); ok && methodName(name) {
			defs = append(defs, delegator(c.Pos, target, name))
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
	return file.Body.List[0]
}

func literalName(x grammar.Expr) (string, bool) {
	switch x := x.(type) {
	case *grammar.Sym:
		return x.Name, true
	case *grammar.Str:
		return x.Value, true
	case *grammar.Const:
		return grammar.String(x), true
	}
	return "", false
}

// methodName tells a name that `def` can be given as it is.
func methodName(s string) bool { return simpleName(strings.TrimRight(s, "?!")) }

// mapperText is the class that modules are mixed into.
const mapperText = "Routing::Mapper"

// mixesIntoMapper tells `ActionDispatch::Routing::Mapper.include X`, also with
// prepend, class_eval, send(:include, X) and the like.
func mixesIntoMapper(x grammar.Expr) bool {
	c, ok := x.(*grammar.Call)
	return ok && c.Recv != nil && strings.HasSuffix(grammar.String(c.Recv), mapperText)
}

// blockAround is the block of a call that runs as the application starts, or
// that something is mixed into the mapper in: `config.to_prepare do`,
// `initializer "x" do`.
func blockAround(c *grammar.Call) *grammar.Block {
	if c.Block == nil || c.Block.Body == nil || mixesIntoMapper(c) {
		return nil
	}
	if c.Name == "to_prepare" || c.Name == "after_initialize" {
		return c.Block
	}
	found := false
	grammar.Walk(c.Block, func(n grammar.Node) {
		if x, ok := n.(grammar.Expr); ok && !found {
			found = mixesIntoMapper(x)
		}
	})
	if !found {
		return nil
	}
	return c.Block
}

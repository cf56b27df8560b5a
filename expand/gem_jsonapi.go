package expand

import (
	"slices"
	"strings"

	"signalbox/dsl"
	"signalbox/grammar"
)

// A jsonapiClass is what a class of app/resources declares. JSONAPI Resources:
// BasicResource.
type jsonapiClass struct {
	kind      string // _type: posts
	relations []jsonapiRelation
	immutable bool
	key       string // key_type, empty for that of the initializer
	routing   *dsl.Hash
}

// A jsonapiRelation is a has_one or has_many.
type jsonapiRelation struct {
	name, class string
	many        bool
	polymorphic bool
}

func (c *jsonapiClass) relation(name string) *jsonapiRelation {
	for i := range c.relations {
		if c.relations[i].name == name {
			return &c.relations[i]
		}
	}
	return nil
}

func (c *jsonapiClass) relate(r jsonapiRelation) {
	if old := c.relation(r.name); old != nil {
		*old = r
		return
	}
	c.relations = append(c.relations, r)
}

// jsonapiClass reads the class of a type with the modules around it,
// api/v1/posts; nil if no file has it.
func (l *loader) jsonapiClass(kind string) *jsonapiClass {
	last := kind[strings.LastIndexByte(kind, '/')+1:]
	name := strings.TrimSuffix(kind, last) + l.singularize(l.underscore(last)) + "_resource"
	return l.jsonapiNamed(l.interp.Inflections().Camelize(name, true), 0)
}

// jsonapiNamed reads a class by its name.
func (l *loader) jsonapiNamed(name string, depth int) *jsonapiClass {
	if depth > maxAncestors {
		return nil
	}
	for _, file := range l.lookup.files.named(l.underscore(name) + ".rb") {
		src, err := l.read(file)
		if err != nil {
			continue
		}
		tree, _ := grammar.Parse(file, src)
		if tree == nil {
			continue
		}
		if node, outer := classNode(tree, name); node != nil {
			return l.readJSONAPI(name, outer, node, literalConstants(tree), depth)
		}
	}
	return nil
}

// classNode finds a class by its full name, with the name of what is around it.
func classNode(file *grammar.File, name string) (found *grammar.Class, around string) {
	var visit func(n grammar.Node, outer string)
	visit = func(n grammar.Node, outer string) {
		grammar.Inspect(n, func(x grammar.Node) bool {
			switch x := x.(type) {
			case *grammar.Module:
				visit(x.Body, joinName(outer, constName(x.Name)))
				return false
			case *grammar.Class:
				full := joinName(outer, constName(x.Name))
				if full == name && found == nil {
					found, around = x, outer
				}
				visit(x.Body, full)
				return false
			}
			return found == nil
		})
	}
	visit(file, "")
	return found, around
}

func (l *loader) readJSONAPI(name, outer string, node *grammar.Class, consts constants, depth int) *jsonapiClass {
	c := &jsonapiClass{routing: dsl.NewHash(0)}
	if parent := constName(node.Super); parent != "" {
		for around := outer; ; around = outerName(around) {
			if above := l.jsonapiNamed(joinName(around, parent), depth+1); above != nil {
				c.relations = slices.Clone(above.relations)
				if l.lockedGems().atLeast("jsonapi-resources", true, 0, 10) {
					c.key = above.key
				}
				break
			}
			if around == "" {
				break
			}
		}
	}
	last := name[strings.LastIndexByte(name, ':')+1:]
	c.kind = l.pluralize(l.underscore(strings.TrimSuffix(last, "Resource")))
	eachStatement(node.Body.Stmts, nil, func(x grammar.Expr, _ []dsl.Condition) {
		if call, ok := x.(*grammar.Call); ok && call.Recv == nil {
			l.jsonapiLine(c, call, consts)
		}
	})
	return c
}

// jsonapiLine takes one line of the class.
func (l *loader) jsonapiLine(c *jsonapiClass, call *grammar.Call, consts constants) {
	args, rest := consts.list(call.Args)
	var options *dsl.Hash
	if n := len(args); n > 0 {
		if h, ok := args[n-1].(*dsl.Hash); ok {
			options, args = h, args[:n-1]
		}
	}
	many := call.Name == "has_many"
	switch call.Name {
	case "immutable":
		c.immutable = len(args) == 0 || truthy(args[0])
		return
	case "key_type":
		if len(args) == 1 {
			c.key = textOfName(args[0])
		}
		return
	case "routing_options":
		c.routing = cloneOptions(options)
		return
	case "relationship":
		to, _ := options.Sym("to")
		many = to == dsl.Symbol("many")
	case "has_one", "belongs_to", "has_many":
	default:
		return
	}
	for _, x := range rest {
		l.warn(x.Start(), grammar.String(x)+" is known to the application only", "The routes of this relationship are not in the table.")
	}
	for _, v := range args {
		r := jsonapiRelation{name: textOfName(v), many: many}
		r.class = l.interp.Inflections().Camelize(r.name, true)
		if many {
			r.class = l.singularize(r.class)
		}
		if v, _ := options.Sym("class_name"); truthy(v) {
			r.class = textOfName(v)
		}
		if v, _ := options.Sym("polymorphic"); v == dsl.True {
			r.polymorphic = true
		}
		c.relate(r)
	}
}

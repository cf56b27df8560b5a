package expand

import (
	"bytes"
	"regexp"
	"slices"

	"signalbox/dsl"
	"signalbox/expand/code"
	"signalbox/expand/route"
	"signalbox/grammar"
)

// Which statements of the start say something about routes.

// mayDraw reports whether a text may.
func mayDraw(src []byte) bool {
	return bytes.Contains(src, []byte("routes")) && mentionsRoutes.Match(src)
}

var mentionsRoutes = regexp.MustCompile(`\.routes\b|\broutes_reloader\b|\bpaths(?:\.add)?[\[( ]+["']config/routes\.rb["']`)

// does implements [aim]: whether a piece of code adds routes, or routes files.
func (b *boot) does(n grammar.Node) bool {
	return concernsRoutes(n) || code.Any(n, func(n grammar.Node) bool {
		c, ok := n.(*grammar.Call)
		return ok && (b.drawsIn(c.Recv) || c.Name == "include" && len(c.Args) > 0 && b.drawsIn(c.Args[0]))
	})
}

// notDrawn returns the statements in a class but those that draw at once: what they draw is
// there with the definition of the class.
func (b *boot) notDrawn(body *grammar.Stmts) *grammar.Stmts {
	return &grammar.Stmts{Pos: body.Pos, List: slices.DeleteFunc(slices.Clone(body.List), func(x grammar.Expr) bool {
		return concernsRoutes(x) && !namesRoutesFile(x) && !code.Any(x, func(n grammar.Node) bool {
			c, ok := n.(*grammar.Call)
			return ok && isStartHook(c.Name)
		})
	})}
}

// namesRoutesFile tells `config.paths["config/routes.rb"] << "x"`.
func namesRoutesFile(n grammar.Node) bool {
	return code.Any(n, func(n grammar.Node) bool {
		switch n := n.(type) {
		case *grammar.Index:
			return firstArg(n.Args) == applicationRoutes
		case *grammar.Call:
			return n.Name == "add" && firstArg(n.Args) == applicationRoutes
		}
		return false
	})
}

// firstArg returns the text that is the first of some arguments; empty if it is none.
func firstArg(args []grammar.Expr) string {
	if len(args) > 0 {
		if s, ok := args[0].(*grammar.Str); ok {
			return s.Value
		}
	}
	return ""
}

// concernsRoutes tells a statement that adds routes, or routes files.
func concernsRoutes(n grammar.Node) bool {
	return namesRoutesFile(n) || code.Any(n, func(n grammar.Node) bool {
		c, ok := n.(*grammar.Call)
		if !ok {
			return false
		}
		on, _ := c.Recv.(*grammar.Call)
		switch c.Name {
		case "routes_reloader":
			return true
		case "routes":
			return c.Block != nil
		case "append", "prepend", "draw":
			return on != nil && on.Name == "routes"
		}
		return false
	})
}

// drawsIn tells the Shop::Routes of `Shop::Routes.mount!`, of which a file of the application
// says something about routes.
func (b *boot) drawsIn(x grammar.Expr) bool {
	name, ok := x.(*grammar.Const)
	if !ok {
		return false
	}
	for _, file := range b.l.definitions.FilesOf(grammar.String(name)) {
		if src, err := b.l.Read(file); err == nil && mayDraw(src) {
			return true
		}
	}
	return false
}

// loses implements [aim]: it tells of the statement.
func (b *boot) loses(_ *start, x grammar.Expr, err *dsl.EvalError) {
	if !b.does(x) {
		return
	}
	b.l.diagnose(route.Diagnostic{
		Severity: route.Note, Kind: route.UnlistedEngine, Pos: x.Start(),
		Summary: "this start-up code fails (" + b.l.routeError(err).Error() + "): its routes are missing; set what it asks for",
	})
}

package expand

import (
	"regexp"
	"slices"
	"strings"

	"signalbox/dsl"
	"signalbox/grammar"
)

// sentNames is a method that is called by a name that some expression makes:
// `Shop.send("#{key}=", value)`.
var sentNames = regexp.MustCompile(`\b(?:send|public_send|__send__|instance_variable_set|class_variable_set)\b[ (]*(?::?"[^"]*#\{|[a-z_])`)

// mentioned tells a text with a name of the attribute.
func (a *attribute) mentioned(src []byte) bool {
	if mentions(src, a.name) {
		return true
	}
	for alias := range a.aliases {
		if a.methodName(alias) == a.name && mentions(src, alias) {
			return true
		}
	}
	return false
}

// otherFile reads what another file than the class's own sets.
func (a *attribute) otherFile(f scanned) {
	own := slices.ContainsFunc(a.own, func(own *grammar.File) bool { return own.Name == f.name })
	if a.open || own {
		return
	}
	if !mentions(f.src, lastName(a.path)) {
		if a.mentioned(f.src) && slices.ContainsFunc(a.mixed, func(m string) bool { return mentions(f.src, m) }) {
			file := a.l.sourceText(f.name, f.src)
			a.open = file == nil || a.isWritten(file)
		}
		return
	}
	if a.open = sentNames.Match(f.src); a.open || !a.mentioned(f.src) {
		return
	}
	file := a.l.files[f.name]
	if file == nil {
		if file = a.l.sourceText(f.name, f.src); file == nil {
			a.open = true
			return
		}
	}
	phase := byInitializers
	switch {
	case f.name == "config/application.rb":
		phase = byApplication
	case strings.HasPrefix(f.name, "config/environments/"):
		phase = byEnvironment
	case !strings.HasPrefix(f.name, "config/initializers/"):
		a.openIfWritten(file)
		a.openIfDeclared(file)
		return
	}
	a.stmts(file.Body, &skeleton{l: a.l, file: file}, phase)
}

func (a *attribute) stmts(list *grammar.Stmts, s *skeleton, phase int) {
	if list == nil {
		return
	}
	for _, x := range nested(list.List) {
		a.stmt(x, s, phase)
	}
}

// stmt reads a statement of the configuration.
func (a *attribute) stmt(x grammar.Expr, s *skeleton, phase int) {
	switch x := x.(type) {
	case *grammar.Module:
		a.inside(x.Name, x, x.Body, s, phase)
	case *grammar.Class:
		plain := *x
		plain.Super = nil
		a.inside(x.Name, &plain, x.Body, s, phase)
	case *grammar.If:
		if a.isWritten(x) {
			a.condition(x, s, phase)
		}
	case *grammar.Call:
		if x.Block == nil || x.Block.Body == nil {
			a.write(x, s, phase)
			return
		}
		if p := a.given(x); p != "" {
			for _, one := range nested(x.Block.Body.Stmts.List) {
				a.writeBy(one, p, s, phase)
			}
			return
		}
		if inner := phaseOf(x, phase); inner >= 0 {
			a.stmts(x.Block.Body.Stmts, s, inner)
			return
		}
		a.openIfWritten(x)
	default:
		a.write(x, s, phase)
	}
}

// phaseOf is the phase in which a block of the configuration runs; negative for
// other blocks.
func phaseOf(c *grammar.Call, phase int) int {
	switch c.Name {
	case "configure", "before_configuration":
		return phase
	case "before_initialize":
		return beforeConfigInitializers
	case "initializer":
		if i := newInitializer(c, nil); i.before != "" || i.after != "" {
			return -1 // some phase
		}
		return byOwnInitializers
	case "to_prepare":
		return toPrepare
	case "after_initialize":
		return afterInitialize
	}
	return -1
}

// inside reads what stands in a class or module.
func (a *attribute) inside(name *grammar.Const, head grammar.Expr, body *grammar.Body, s *skeleton, phase int) {
	if body == nil {
		return
	}
	inner := &skeleton{l: a.l, file: s.file, around: append(slices.Clone(s.around), head)}
	if strings.TrimSuffix(inner.pathOf(&grammar.Const{}), "::") == a.path {
		if !slices.Contains(a.own, s.file) {
			a.openIfWritten(body)
		}
		return
	}
	if name.Name == "Application" {
		inner.around = nil
	}
	a.stmts(body.Stmts, inner, phase)
}

// condition takes the side that the program decides on.
func (a *attribute) condition(x *grammar.If, s *skeleton, phase int) {
	v, err := s.eval(x.Cond)
	if err != nil || !closed(x.Cond) || dsl.UnknownIn(v) != nil {
		a.open = true
		return
	}
	if a.l.holds(v) != x.Unless {
		a.stmts(x.Then, s, phase)
		return
	}
	a.stmts(x.Else, s, phase)
}

// given is the variable that stands for the class, or for its settings, in the
// block of a call.
func (a *attribute) given(c *grammar.Call) string {
	if !a.isClass(c.Recv) || !a.yields[c.Name] && c.Name != "tap" || c.Block.Params == nil || len(c.Block.Params.List) != 1 {
		return ""
	}
	if c.Name == "tap" && a.holder != "" {
		return ""
	}
	return c.Block.Params.List[0].Name
}

// isClass tells the constant of the class, however it is written.
func (a *attribute) isClass(x grammar.Expr) bool {
	name, ok := x.(*grammar.Const)
	if !ok {
		return false
	}
	written := strings.TrimPrefix(grammar.String(name), "::")
	return strings.HasSuffix("::"+a.path, "::"+written)
}

// ---- writes

// write takes a statement that sets the attribute.
func (a *attribute) write(x grammar.Expr, s *skeleton, phase int) { a.writeBy(x, "", s, phase) }

// writeBy is write where a variable stands for the class or its settings.
func (a *attribute) writeBy(x grammar.Expr, variable string, s *skeleton, phase int) {
	if !a.isWritten(x) && !(variable != "" && a.isWrittenBy(x, variable)) {
		return
	}
	w := attributeWrite{phase: phase, at: s}
	var target grammar.Expr
	switch x := x.(type) {
	case *grammar.Assign:
		target, w.values = x.Target, []grammar.Expr{x.Value}
	case *grammar.OpAssign:
		target, w.op, w.values = x.Target, x.Op, []grammar.Expr{x.Value}
	case *grammar.Call:
		target, w.op, w.values = x.Recv, x.Name, x.Args
		if x.Block != nil || x.BlockArg != nil {
			target = nil
		}
	}
	if at, ok := target.(*grammar.Index); ok && w.op == "" && len(at.Args) == 1 {
		target, w.op, w.values = at.Recv, "[]=", append(at.Args[:1:1], w.values...)
	}
	if target == nil || !a.isTarget(target, variable, s) {
		a.open = true
		return
	}
	a.writes = append(a.writes, w)
}

// isTarget tells the attribute itself: `Shop.locale`, `config.locale` of a block,
// and in its class `self.locale`, `@locale` and `@@locale`.
func (a *attribute) isTarget(x grammar.Expr, variable string, s *skeleton) bool {
	inClass := len(s.around) > 0 && slices.Contains(a.own, s.file)
	switch x := x.(type) {
	case *grammar.IVar:
		return (inClass || a.holder != "") && x.Name == "@"+a.name
	case *grammar.CVar:
		return inClass && x.Name == "@@"+a.name
	case *grammar.Call:
		if a.methodName(x.Name) != a.name || len(x.Args) > 0 {
			return false
		}
		if v, ok := x.Recv.(*grammar.Local); ok {
			return variable != "" && v.Name == variable
		}
		if a.holder == "" {
			return a.isClass(x.Recv) || inClass && isBareSelf(x.Recv)
		}
		on, ok := x.Recv.(*grammar.Call)
		return ok && a.methodName(on.Name) == a.holder && a.isClass(on.Recv)
	}
	return false
}

// openIfDeclared is for a file that may open the class again.
func (a *attribute) openIfDeclared(x grammar.Node) {
	grammar.Walk(x, func(n grammar.Node) {
		if c, ok := n.(*grammar.Call); ok && declaring[c.Name] && slices.ContainsFunc(c.Args, a.isName) {
			a.open = true
		}
	})
}

func (a *attribute) openIfWritten(x grammar.Node) {
	if a.isWritten(x) {
		a.open = true
	}
}

// isWritten tells whether anything in a piece of code may set the attribute, or
// change its value.
func (a *attribute) isWritten(x grammar.Node) bool {
	return a.anyWrite(x, func(on grammar.Expr) bool {
		switch on := on.(type) {
		case *grammar.IVar:
			return on.Name == "@"+a.name
		case *grammar.CVar:
			return on.Name == "@@"+a.name
		case *grammar.Call:
			if a.methodName(on.Name) != a.name {
				return false
			}
			name, ok := on.Recv.(*grammar.Const)
			return !ok || a.isClass(name)
		}
		return false
	})
}

func (a *attribute) isWrittenBy(x grammar.Node, variable string) bool {
	return a.anyWrite(x, func(on grammar.Expr) bool {
		c, ok := on.(*grammar.Call)
		if !ok || a.methodName(c.Name) != a.name {
			return false
		}
		v, ok := c.Recv.(*grammar.Local)
		return ok && v.Name == variable
	})
}

// anyWrite tells whether a piece of code sets or changes something that is asks
// for, or sets what no literal names.
func (a *attribute) anyWrite(x grammar.Node, is func(grammar.Expr) bool) bool {
	found := false
	grammar.Walk(x, func(n grammar.Node) {
		switch n := n.(type) {
		case *grammar.Assign:
			found = found || is(changedPart(n.Target))
		case *grammar.OpAssign:
			found = found || is(changedPart(n.Target))
		case *grammar.MultiAssign:
			for _, t := range n.Targets.List {
				found = found || is(changedPart(t))
			}
		case *grammar.Call:
			switch {
			case dsl.Changes(n.Name):
				found = found || n.Recv != nil && is(changedPart(n.Recv))
			case setsByName[n.Name] && len(n.Args) > 0:
				name, ok := literalName(n.Args[0])
				found = found || !ok || strings.Trim(name, "@=") == a.name
			}
		}
	})
	return found
}

var setsByName = map[string]bool{"send": true, "public_send": true, "instance_variable_set": true, "class_variable_set": true, "remove_class_variable": true}

// changedPart is what an assignment to an element changes: `a.list` of
// `a.list[:x] = 1`.
func changedPart(x grammar.Expr) grammar.Expr {
	if at, ok := x.(*grammar.Index); ok {
		return changedPart(at.Recv)
	}
	return x
}

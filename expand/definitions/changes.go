package definitions

import (
	"bytes"
	"slices"
	"strings"

	"signalbox/dsl"
	"signalbox/expand/code"
	"signalbox/expand/files"
	"signalbox/expand/mapper"
	"signalbox/expand/ruby"
	"signalbox/grammar"
)

// What the configuration changes of what the application defines elsewhere:
// `Locales::ALL << "de"`, `Shop.config.beta = true`, `Shop.prepend Fixes`.

// changed tells, by the last name of a constant and by "Name.method", which
// files of the configuration change its value, its answer or its methods.
type changed struct {
	values  map[string][]change
	patched map[string][]files.Text
}

// A change stands in a file, under a name that may have modules in front.
type change struct{ file, written string }

// concerns tells whether it may be one of a constant. What files of lib change
// they name with its module.
func (c change) concerns(path string) bool {
	if strings.HasPrefix(c.file, "config/") {
		return true
	}
	return strings.Contains(c.written, "::") && strings.HasSuffix("::"+path, "::"+strings.TrimPrefix(c.written, "::"))
}

// changes reads them of the files of the configuration and of lib, once.
func (d *Definitions) changes() *changed {
	if d.changed != nil {
		return d.changed
	}
	d.changed = &changed{values: map[string][]change{}, patched: map[string][]files.Text{}}
	for _, f := range d.Texts() {
		own := d.textFacts(f).changes()
		for name, list := range own.values {
			d.changed.values[name] = append(d.changed.values[name], list...)
		}
		for name, list := range own.patched {
			d.changed.patched[name] = append(d.changed.patched[name], list...)
		}
	}
	return d.changed
}

// line notes what a line of a file changes.
func (c *changed) line(f files.Text, line []byte) {
	if bytes.HasPrefix(line, []byte("#")) {
		return
	}
	config := strings.HasPrefix(f.Name, "config/")
	opens := bytes.HasPrefix(line, []byte("class ")) || bytes.HasPrefix(line, []byte("module ")) || bytes.HasPrefix(line, []byte("def "))
	front := 0 // where the name with the modules in front begins
	for i := 0; i < len(line); i++ {
		if line[i] < 'A' || line[i] > 'Z' || i > 0 && (ruby.InName(line[i-1]) || line[i-1] == ':' && (i == 1 || line[i-2] != ':')) {
			continue
		}
		name := code.NameAt(line[i:])
		rest := line[i+len(name):]
		if i < 2 || line[i-1] != ':' {
			front = i
		}
		written := string(line[front : i+len(name)])
		i += len(name) - 1
		if bytes.HasPrefix(rest, []byte("::")) {
			continue
		}
		if config && (opens || patches(rest)) {
			if list := c.patched[name]; len(list) == 0 || list[len(list)-1].Name != f.Name {
				c.patched[name] = append(list, f)
			}
		}
		c.value(change{f.Name, written}, name, rest)
	}
}

// value notes that what follows a constant changes it, or what one of its
// methods answers.
func (c *changed) value(by change, name string, rest []byte) {
	if changes(rest) {
		c.values[name] = append(c.values[name], by)
		return
	}
	if method, ok := bytes.CutPrefix(rest, []byte(".")); ok {
		called := code.NameAt(method)
		if after := method[len(called):]; called != "" && (changes(after) || sets(after) || code.Assigns(after)) {
			c.values[name+"."+called] = append(c.values[name+"."+called], by)
			c.values[name+"."] = append(c.values[name+"."], by)
		}
	}
}

// changes tells ` << x`, `[:a] = x` and `.push(x)`.
func changes(text []byte) bool {
	if method, ok := bytes.CutPrefix(text, []byte(".")); ok {
		return dsl.Changes(code.NameAt(method))
	}
	if inside, ok := bytes.CutPrefix(text, []byte("[")); ok {
		_, after, _ := bytes.Cut(inside, []byte("]"))
		return code.Assigns(after) || bytes.HasPrefix(bytes.TrimLeft(after, " "), []byte("<<")) || changes(after)
	}
	return bytes.HasPrefix(bytes.TrimLeft(text, " "), []byte("<< "))
}

// sets tells `.name = x`.
func sets(text []byte) bool {
	method, ok := bytes.CutPrefix(text, []byte("."))
	return ok && code.Assigns(method[len(code.NameAt(method)):])
}

// patching are the methods that give a class others.
var patching = map[string]bool{
	"class_eval": true, "class_exec": true, "module_eval": true, "instance_eval": true, "singleton_class": true,
	"prepend": true, "include": true, "extend": true, "send": true, "public_send": true,
}

func patches(text []byte) bool {
	method, ok := bytes.CutPrefix(text, []byte("."))
	return ok && patching[code.NameAt(method)]
}

// isChanged tells a constant that a file other than its own changes.
func (s *skeleton) isChanged(path string) bool {
	return s.changedElsewhere(path, code.LastName(path))
}

// isPartChanged is isChanged of an object's attributes: `SHOP.name = "x"`.
func (s *skeleton) isPartChanged(path string) bool {
	return s.changedElsewhere(path, code.LastName(path)+".")
}

func (s *skeleton) changedElsewhere(path, key string) bool {
	for _, by := range s.d.changes().values[key] {
		if by.file != s.file.Name && by.concerns(path) {
			return true
		}
	}
	return false
}

// isAnswerChanged tells a method of the class around whose answer the
// configuration changes: `Shop.list << x`.
func (s *skeleton) isAnswerChanged(method string) bool {
	if len(s.around) == 0 {
		return false
	}
	class := code.Path(s.around)
	for _, by := range s.d.changes().values[code.LastName(class)+"."+method] {
		if by.concerns(class) || !strings.Contains(by.written, "::") {
			return true
		}
	}
	return false
}

// isHandedOut reports whether a method of the class around names a constant, and the configuration
// changes its answer.
func (s *skeleton) isHandedOut(name string) bool {
	if len(s.around) == 0 || len(s.d.changes().values[code.LastName(code.Path(s.around))+"."]) == 0 {
		return false
	}
	return code.Any(s.file, func(n grammar.Node) bool {
		d, ok := n.(*grammar.Def)
		return ok && s.isAnswerChanged(d.Name) && code.CallsAny(d.Body, map[string]bool{name: true})
	})
}

// isSingleton tells `include Singleton`.
func isSingleton(c *grammar.Call) bool {
	return c.Recv == nil && c.Name == "include" && slices.ContainsFunc(c.Args, func(x grammar.Expr) bool { return code.ConstName(x) == "Singleton" })
}

// isConfigured tells whether the configuration has to do with the class around: it
// may change the state of its one object, by whatever method.
func (s *skeleton) isConfigured() bool {
	class := code.LastName(code.Path(s.around))
	return slices.ContainsFunc(s.d.Texts(), func(f files.Text) bool {
		return f.Name != s.file.Name && strings.HasPrefix(f.Name, "config/") && code.Mentions(f.Src, class, func(_, _ []byte) bool { return true })
	})
}

// patch takes the definitions of the files that change a class.
func (d *Definitions) patch(path string) {
	if path == mapper.ClassName { // in the order of MixIn
		return
	}
	for _, f := range d.changes().patched[code.LastName(path)] {
		d.Take(f)
	}
}

// ---- changes within a file

// filledBy finds the constants that the methods of a file change, whoever calls
// them.
func filledBy(file *grammar.File) map[string]bool {
	filled := map[string]bool{}
	grammar.Walk(file, func(n grammar.Node) {
		d, ok := n.(*grammar.Def)
		if !ok {
			return
		}
		grammar.Walk(d, func(n grammar.Node) {
			if x, ok := n.(grammar.Expr); ok {
				if name := changedConst(x); name != nil {
					filled[code.LastName(grammar.String(name))] = true
				}
			}
		})
	})
	return filled
}

// changedConst is the constant that a statement changes: `LIST << x`,
// `MAP[:a] = 1`, `LIST.push(x)`.
func changedConst(x grammar.Expr) *grammar.Const {
	var target grammar.Expr
	switch x := x.(type) {
	case *grammar.Assign:
		target = x.Target
	case *grammar.OpAssign:
		target = x.Target
	case *grammar.Call:
		if x.Recv == nil || !dsl.Changes(x.Name) {
			return nil
		}
		name, _ := x.Recv.(*grammar.Const)
		return name
	}
	switch at := target.(type) {
	case *grammar.Index:
		name, _ := at.Recv.(*grammar.Const)
		return name
	case *grammar.Call:
		name, _ := at.Recv.(*grammar.Const)
		return name
	}
	return nil
}

// holdsChange finds a constant that a condition's body changes.
func holdsChange(x grammar.Expr) *grammar.Const {
	var found *grammar.Const
	grammar.Walk(x, func(n grammar.Node) {
		if x, ok := n.(grammar.Expr); ok && found == nil {
			found = changedConst(x)
		}
	})
	return found
}

// change runs a statement that changes a constant; where that fails the
// constant is unknown.
func (s *skeleton) change(name *grammar.Const, x grammar.Expr) {
	path := s.pathOf(name)
	v, ok := s.d.Interp.Const(path)
	if !ok {
		path = strings.TrimPrefix(grammar.String(name), "::")
		v, ok = s.d.Interp.Const(path)
	}
	if _, isClass := v.(*dsl.Class); !ok || isClass {
		return
	}
	if !code.Closed(x) || s.run(x) != nil {
		s.d.Interp.RemoveConst(path)
	}
}

// reopen takes the methods of `Shop.class_eval do` and `Shop.prepend Fixes`.
func (s *skeleton) reopen(c *grammar.Call) {
	on, singleton := c.Recv, false
	if inner, ok := on.(*grammar.Call); ok && inner.Name == "singleton_class" {
		if inner.Recv == nil && c.Block == nil && len(s.around) > 0 {
			_ = s.run(c)
			return
		}
		on, singleton = inner.Recv, true
	}
	name, ok := on.(*grammar.Const)
	if !ok {
		return
	}
	path := strings.TrimPrefix(grammar.String(name), "::")
	v, ok := s.d.Interp.Const(path)
	if !ok {
		v, _ = s.d.Constant(path)
	}
	class, ok := v.(*dsl.Class)
	if !ok {
		return
	}
	if c.Block == nil {
		if s.run(c) != nil {
			s.d.Interp.RemoveConst(path)
		}
		return
	}
	body := c.Block.Body
	if singleton || c.Name == "instance_eval" {
		own := &grammar.SingletonClass{Pos: c.Pos, X: &grammar.Self{Pos: c.Pos}, Body: body}
		body = &grammar.Body{Pos: c.Pos, Stmts: &grammar.Stmts{Pos: c.Pos, List: []grammar.Expr{own}}}
	}
	if class.IsModule() {
		s.inside(&grammar.Module{Pos: c.Pos, Name: name}, body)
		return
	}
	s.inside(&grammar.Class{Pos: c.Pos, Name: name}, body)
}

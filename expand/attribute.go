package expand

import (
	"bytes"
	"maps"
	"path"
	"slices"
	"strings"

	"signalbox/dsl"
	"signalbox/expand/code"
	"signalbox/expand/definitions"
	"signalbox/expand/files"
	"signalbox/expand/ruby"
	"signalbox/grammar"
)

// Attributes of classes and modules of the application: `mattr_accessor :locale, default: "en"`,
// `class << self; attr_accessor :plans; end`, those of the object in `Shop.config`, and what the
// start gives them.

// An attributeQuestion is the question which value an attribute has behind the start.
type attributeQuestion struct {
	question
	class   string
	methods []string        // that lead to it: config and locale of Shop.config.locale
	names   map[string]bool // the last of them, the methods that it is another name of, and what it is made of
	classes map[string]bool // that may share the attribute: those of the file, and above them
	own     *grammar.File   // of the class
}

// attribute returns the value of an attribute of a class of the application, `Shop.locale` or
// `Shop.config.locale`, if all that may set it runs here.
func (cf *configuration) attribute(text string) (dsl.Value, bool) {
	if v, ok := cf.attributes[text]; ok {
		cf.l.variables.noteAll(cf.l.variables.ofConfig[text])
		return v, v != nil
	}
	methods := strings.SplitN(text, ".", 4)
	isOther := func(s string) bool { return !ruby.IsWord(strings.TrimSuffix(s, "?")) || s[0] >= 'A' && s[0] <= 'Z' }
	if len(methods) < 2 || len(methods) > 3 || slices.ContainsFunc(methods[1:], isOther) {
		return nil, false
	}
	q := &attributeQuestion{question: question{l: cf.l}, class: methods[0], methods: methods[1:], own: cf.l.definitions.FileOf(methods[0])}
	if v, _ := cf.l.interp.Const(q.class); !q.lacksMethod(v) || cf.depth > definitions.MaxDepth || len(cf.attributes) > maxConfigQuestions {
		return nil, false
	}
	if cf.attributes == nil {
		cf.attributes = map[string]dsl.Value{}
	}
	cf.attributes[text] = nil // one that asks for itself is unknown
	cf.depth++
	if q.own != nil && q.isDeclared() {
		var missing []dsl.Unset
		cf.attributes[text], missing = q.ask()
		missedFor(&cf.l.variables.ofConfig, text, missing)
	}
	cf.depth--
	return cf.attribute(text)
}

// lacksMethod reports whether a value is a class in which no code that was taken defines the
// method.
func (q *attributeQuestion) lacksMethod(v dsl.Value) bool {
	class, ok := v.(*dsl.Class)
	if !ok {
		return false
	}
	m := q.l.thread.FindMethod(class, q.methods[0])
	return m == nil || m.Owner == nil || q.l.interp.Type(m.Owner.Name()) == m.Owner // one of the host, or Class#name
}

// isDeclared reports whether the file of the class has the attribute and the method that holds
// it, and no method that sets it, whoever calls that and whenever.
func (q *attributeQuestion) isDeclared() bool {
	last := strings.TrimSuffix(q.methods[len(q.methods)-1], "?")
	if !strings.Contains(q.own.Source, last) {
		return false
	}
	q.names = q.namesOf(last)
	holders := q.namesOf(q.methods[0])
	defines := func(n grammar.Node) bool {
		d, ok := n.(*grammar.Def)
		return ok && holders[d.Name]
	}
	if strings.Contains(q.own.Source, "run_load_hooks") {
		return false // any file may have something to add
	}
	if len(q.methods) > 1 && !code.Any(q.own, defines) && !strings.Contains(q.own.Source, "Configurable") {
		return false
	}
	q.addShared()
	q.classes = q.relatives()
	if len(q.classes) > 1 && strings.Contains(q.own.Source, "Configurable") {
		return false // each class has its own there
	}
	q.sets = func(n grammar.Node) bool { return q.mayWrite(n) || q.mayChange(n) || q.declares(n) }
	q.addRead()
	return !sendsMadeName(q.own) && !code.Any(q.own, func(n grammar.Node) bool {
		d, ok := n.(*grammar.Def)
		return ok && d.Name != "initialize" && (q.names[d.Name] || q.mayWrite(d.Body))
	})
}

// namesOf returns the name of a method with those that it is another name of.
func (q *attributeQuestion) namesOf(method string) map[string]bool {
	names := map[string]bool{method: true}
	for before := 0; before < len(names); {
		before = len(names)
		grammar.Walk(q.own, func(n grammar.Node) {
			if to, from, ok := code.AliasOf(n); ok && names[to] {
				names[from] = true
			}
		})
	}
	return names
}

// addShared adds what else holds the value that the class gives: the constant that it is of, and
// the other attributes of `mattr_accessor :list, :other, default: []`.
func (q *attributeQuestion) addShared() {
	var more []string
	grammar.Walk(q.own, func(n grammar.Node) {
		x := q.given(n)
		if x == nil {
			return
		}
		if name := code.ConstName(x); name != "" {
			more = append(more, code.LastName(name))
		}
		if c, ok := n.(*grammar.Call); ok {
			for _, a := range c.Args {
				if s, ok := a.(*grammar.Sym); ok {
					more = append(more, s.Name)
				}
			}
		}
	})
	for _, name := range more {
		q.names[name] = true
	}
}

// relatives returns the last names of the class, of the others in its file, and of those above.
func (q *attributeQuestion) relatives() map[string]bool {
	classes := map[string]bool{code.LastName(q.class): true}
	grammar.Walk(q.own, func(n grammar.Node) {
		if c, ok := n.(*grammar.Class); ok && c.Super != nil {
			classes[c.Name.Name] = true
			if name := code.LastName(code.ConstName(c.Super)); name != "" {
				classes[name] = true
			}
		}
	})
	return classes
}

// addRead adds the attributes which the start reads where it sets this one.
func (q *attributeQuestion) addRead() {
	for before := 0; before < len(q.names); {
		before = len(q.names)
		for _, f := range q.l.configuration.startFiles() {
			if file := q.l.SourceText(f.Name, f.Src); file != nil && file.Name != q.own.Name && q.concerns(f.Src) {
				q.addReadIn(file)
			}
		}
	}
}

func (q *attributeQuestion) addReadIn(file *grammar.File) {
	for _, x := range file.Body.List {
		if !q.sets(x) {
			continue
		}
		grammar.Walk(x, func(n grammar.Node) {
			c, ok := n.(*grammar.Call)
			if ok && len(c.Args) == 0 && c.Block == nil && q.classes[code.LastName(code.ConstName(c.Recv))] && !q.isDefined(c.Name) {
				q.names[c.Name] = true
			}
		})
	}
}

// isDefined reports whether the file of the class has a method of the name in so many words.
func (q *attributeQuestion) isDefined(name string) bool {
	return code.Any(q.own, func(n grammar.Node) bool {
		d, ok := n.(*grammar.Def)
		return ok && d.Name == name
	})
}

// ask runs the file of the class, and the start as far as it says something of the attribute.
func (q *attributeQuestion) ask() (value dsl.Value, missing []dsl.Unset) {
	e := newEnvironment(q.l)
	e.asks = &q.question
	e.mark(func(f files.Text) bool { return q.concerns(f.Src) })
	if q.isSetElsewhere(e) || q.escapes() {
		return nil, nil
	}
	inStart := e.required[q.own.Name] && q.isOpenedBefore()
	e.files[q.own.Name], e.ran[q.own.Name] = true, !inStart
	e.answer(func(r *reading) {
		r.root = q.l.interp.Type("Object") // whose classes the files open
		missing = q.l.variables.collect(func() {
			q.addConfigurable(r)
			if !inStart && !r.runStatements("", q.own.Body, q.l.interp.Main(), r.l.run.start.lost) {
				q.lost = true
			}
			e.boot()
		})
		value = q.result(r)
	})
	for _, name := range slices.Sorted(maps.Keys(e.files)) {
		if value == nil && q.shown != "" {
			value = q.again(q.l.Source(name), q.given)
		}
	}
	e.holders = map[string]bool{}
	places := e.places(q.own.Body.List, q.sets)
	return value, slices.DeleteFunc(missing, func(u dsl.Unset) bool { return u.Pos.Filename == q.own.Name && !places[u.Pos] })
}

// isOpenedBefore reports whether a file that the start reads before that of the class has it, too.
func (q *attributeQuestion) isOpenedBefore() bool {
	for _, f := range q.l.configuration.startFiles() {
		if f.Name == q.own.Name {
			break
		}
		if slices.Contains(q.l.definitions.DefinedIn(f.Text), code.LastName(q.class)) {
			return true
		}
	}
	return false
}

// configurable is ActiveSupport::Configurable as far as attributes are asked for.
const configurable = `module ActiveSupport::Configurable
  def self.included(base) = base.extend(self)
  def config = self
  def configure = yield(self)
  def config_accessor(...) = mattr_accessor(...)
end`

// addConfigurable defines the module where the file of the class names it.
func (q *attributeQuestion) addConfigurable(r *reading) {
	if !strings.Contains(q.own.Source, "Configurable") {
		return
	}
	if file, err := grammar.Parse("configurable.rb", []byte(configurable)); err == nil {
		r.runStatements("", file.Body, q.l.interp.Main(), func(grammar.Expr, *dsl.EvalError) {})
	}
}

// result is the value behind the start; nil if it is unknown.
func (q *attributeQuestion) result(r *reading) dsl.Value {
	v, _ := q.l.interp.Const(q.class)
	for _, name := range q.methods {
		var err error
		if v, err = r.t.Call(v, name); err != nil {
			return nil
		}
	}
	switch {
	case q.lost || dsl.UnknownIn(v) != nil:
		return nil
	case !isPlain(v):
		q.shown = q.inspect(v)
		return nil
	}
	return ruby.Kept(v)
}

// given is the value that a piece of code gives the attribute; nil for others.
func (q *attributeQuestion) given(n grammar.Node) grammar.Expr {
	switch n := n.(type) {
	case *grammar.Assign:
		if q.is(n.Target) {
			return n.Value
		}
	case *grammar.Call:
		if q.declares(n) {
			return code.Option(n.Args, "default")
		}
	}
	return nil
}

// isSetElsewhere reports whether a file that is no part of the start may set the attribute, or
// opens the class for it, and whether any sets what a made name says.
func (q *attributeQuestion) isSetElsewhere(e *environment) bool {
	sets := func(f files.Text) bool {
		if f.Name == q.own.Name || !q.concerns(f.Src) {
			return false
		}
		file := q.l.SourceText(f.Name, f.Src)
		if file == nil || sendsMadeName(file) || code.Any(file, q.keepsCode) || !e.required[q.own.Name] && code.Any(file, q.tries) {
			return true
		}
		return !e.files[f.Name] && (q.mayWrite(file) || slices.Contains(q.l.definitions.DefinedIn(f), code.LastName(q.class)) && q.declares(file))
	}
	if slices.ContainsFunc(q.l.definitions.Texts(), sets) {
		return true
	}
	names := slices.Concat(q.l.layout.Below("config/routes"), []string{"config/routes.rb"})
	for _, folder := range append([]string{""}, q.l.layout.Parts()...) {
		below := q.l.layout.Below(strings.TrimPrefix(folder+"/app", "/"))
		if len(below) == files.MaxListed { // there may be more
			return true
		}
		names = append(names, below...)
	}
	for f := range q.l.TextsOf(names) {
		if sets(f) {
			return true
		}
	}
	return false
}

// escapes reports whether a file of the configuration hands the class on, `Store = Shop` or
// `Setup.go(Shop)`, or loads its file once more: what comes of that is not followed.
func (q *attributeQuestion) escapes() bool {
	return slices.ContainsFunc(q.l.definitions.Texts(), func(f files.Text) bool {
		file := q.l.SourceText(f.Name, f.Src)
		return f.Name != q.own.Name && file != nil && (q.handsOn(file) || code.Any(file, q.loadsOwn))
	})
}

func (q *attributeQuestion) handsOn(file *grammar.File) bool {
	inPlace := map[grammar.Node]bool{} // as a receiver or a scope, or opened
	grammar.Walk(file, func(n grammar.Node) {
		switch n := n.(type) {
		case *grammar.Call:
			inPlace[n.Recv] = true
		case *grammar.Assign:
			if _, ok := n.Target.(*grammar.Local); ok {
				inPlace[n.Value] = true // what the variable is used for is run, too
			}
		case *grammar.Const:
			inPlace[n.Scope] = true
		case *grammar.Class:
			inPlace[n.Name], inPlace[n.Super] = true, true
		case *grammar.Module:
			inPlace[n.Name] = true
		case *grammar.Defined:
			inPlace[n.X] = true
		}
	})
	return code.Any(file, func(n grammar.Node) bool {
		c, ok := n.(*grammar.Const)
		return ok && !inPlace[c] && q.classes[c.Name]
	})
}

// loadsOwn reports whether a call loads a file of the name once more.
func (q *attributeQuestion) loadsOwn(n grammar.Node) bool {
	c, ok := n.(*grammar.Call)
	return ok && c.Name == "load" && code.Any(n, func(n grammar.Node) bool {
		s, ok := n.(*grammar.Str)
		return ok && path.Base(s.Value) == path.Base(q.own.Name)
	})
}

// tries reports whether code goes on without a class that is not loaded yet: one that no file
// requires is not there before the application has started.
func (q *attributeQuestion) tries(n grammar.Node) bool {
	switch n := n.(type) {
	case *grammar.Defined:
		return q.classes[code.LastName(code.ConstName(n.X))]
	case *grammar.RescueMod:
		return q.sets(n)
	case *grammar.Begin:
		return len(n.Body.Rescues) > 0 && q.sets(n)
	}
	return false
}

// keepsCode reports whether a constant holds the value, or code that sets the attribute, whoever
// uses that.
func (q *attributeQuestion) keepsCode(n grammar.Node) bool {
	a, ok := n.(*grammar.Assign)
	return ok && code.ConstName(a.Target) != "" && (q.mayWrite(a.Value) || q.begins(a.Value))
}

// concerns reports whether a text may set the attribute, as far as its words tell.
func (q *attributeQuestion) concerns(src []byte) bool {
	has := func(text string) bool { return bytes.Contains(src, []byte(text)) }
	named := has("constantize") || has("const_get") || slices.ContainsFunc(slices.Collect(maps.Keys(q.classes)), has)
	return named && (has("send") || has("variable_set") || slices.ContainsFunc(slices.Collect(maps.Keys(q.names)), has))
}

// declares reports whether a piece of code names the attribute as a value: attr_accessor :locale.
func (q *attributeQuestion) declares(n grammar.Node) bool {
	return code.Any(n, func(n grammar.Node) bool {
		x, ok := n.(*grammar.Sym)
		return ok && q.names[x.Name]
	})
}

// mayWrite reports whether anything in a piece of code may set the attribute, or change its value.
func (q *attributeQuestion) mayWrite(n grammar.Node) bool {
	return slices.ContainsFunc(code.AssignedIn(n), q.is) || code.Any(n, func(n grammar.Node) bool {
		c, ok := n.(*grammar.Call)
		switch {
		case !ok:
		case dsl.Changes(c.Name):
			return c.Recv != nil && q.is(c.Recv)
		case code.SetsByName[c.Name] && len(c.Args) > 0:
			name, literal := code.LiteralName(c.Args[0])
			return literal && q.names[strings.Trim(name, "@=")]
		}
		return false
	})
}

// mayChange reports whether a piece of code does something with the value that may change it, as
// "Shop.list.first << x", or gives it another name: `list = Shop.list`.
func (q *attributeQuestion) mayChange(n grammar.Node) bool {
	if x, ok := n.(grammar.Expr); ok && q.begins(x) {
		return true
	}
	return slices.ContainsFunc(code.AssignedIn(n), q.begins) || code.Any(n, func(n grammar.Node) bool {
		switch n := n.(type) {
		case *grammar.Assign:
			return q.begins(n.Value)
		case *grammar.Call:
			return q.begins(n.Recv) && (n.Block != nil || n.BlockArg != nil || dsl.Changes(n.Name))
		}
		return false
	})
}

// begins reports whether an expression is made of the attribute of the class: Shop.list.first.
func (q *attributeQuestion) begins(x grammar.Expr) bool {
	switch x := code.ChangedPart(x).(type) {
	case *grammar.Call:
		return q.names[x.Name] && q.classes[code.LastName(code.ConstName(x.Recv))] || q.begins(x.Recv)
	}
	return false
}

// is reports whether an expression is the attribute, or an element of it.
func (q *attributeQuestion) is(x grammar.Expr) bool {
	switch x := code.ChangedPart(x).(type) {
	case *grammar.IVar:
		return q.names[x.Name[1:]]
	case *grammar.CVar:
		return q.names[x.Name[2:]]
	case *grammar.Const:
		return q.names[x.Name] // of the value
	case *grammar.Call:
		on := code.ConstName(x.Recv)
		return q.names[x.Name] && (on == "" || q.classes[code.LastName(on)])
	}
	return false
}

// sendsMadeName reports whether a piece of code calls a method by a name that something makes,
// sets a variable so, or runs a text: `Shop.send("#{key}=", value)`.
func sendsMadeName(n grammar.Node) bool {
	return code.Any(n, func(n grammar.Node) bool {
		c, ok := n.(*grammar.Call)
		if !ok || len(c.Args) == 0 {
			return false
		}
		if !code.SetsByName[c.Name] {
			return strings.HasSuffix(c.Name, "eval") // of a text
		}
		_, literal := code.LiteralName(c.Args[0])
		return !literal
	})
}

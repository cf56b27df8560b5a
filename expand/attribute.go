package expand

import (
	"bytes"
	"maps"
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
	methods := strings.Split(text, ".")
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
	if len(q.methods) > 1 && !code.Any(q.own, defines) && !strings.Contains(q.own.Source, "Configurable") {
		return false
	}
	q.classes = q.relatives()
	if len(q.classes) > 1 && strings.Contains(q.own.Source, "Configurable") {
		return false // each class has its own there
	}
	q.sets = func(n grammar.Node) bool { return q.mayWrite(n) || q.declares(n) }
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
	if q.isSetElsewhere(e) {
		return nil, nil
	}
	e.files[q.own.Name], e.ran[q.own.Name] = true, true
	e.answer(func(r *reading) {
		r.root = q.l.interp.Type("Object") // whose classes the files open
		missing = q.l.variables.collect(func() {
			q.runOwn(r)
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

// configurable is ActiveSupport::Configurable as far as attributes are asked for.
const configurable = `module ActiveSupport::Configurable
  def self.included(base) = base.extend(self)
  def config = self
  def configure = yield(self)
  def config_accessor(...) = mattr_accessor(...)
end`

// runOwn runs the file of the class.
func (q *attributeQuestion) runOwn(r *reading) {
	if strings.Contains(q.own.Source, "Configurable") {
		if file, err := grammar.Parse("configurable.rb", []byte(configurable)); err == nil {
			r.runStatements("", file.Body, q.l.interp.Main(), func(grammar.Expr, *dsl.EvalError) {})
		}
	}
	if !r.runStatements("", q.own.Body, q.l.interp.Main(), r.l.run.start.lost) {
		q.lost = true
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
		if file == nil || sendsMadeName(file) || code.Any(file, q.keepsCode) {
			return true
		}
		return !e.files[f.Name] && (q.mayWrite(file) || slices.Contains(q.l.definitions.DefinedIn(f), code.LastName(q.class)) && q.declares(file))
	}
	if slices.ContainsFunc(q.l.definitions.Texts(), sets) {
		return true
	}
	for _, folder := range append([]string{""}, q.l.layout.Parts()...) {
		for f := range q.l.TextsOf(q.l.layout.Below(strings.TrimPrefix(folder+"/app", "/"))) {
			if sets(f) {
				return true
			}
		}
	}
	return false
}

// keepsCode reports whether a constant holds code that sets the attribute, whoever calls that.
func (q *attributeQuestion) keepsCode(n grammar.Node) bool {
	a, ok := n.(*grammar.Assign)
	return ok && code.ConstName(a.Target) != "" && q.mayWrite(a.Value)
}

// concerns reports whether a text may set the attribute, as far as its words tell.
func (q *attributeQuestion) concerns(src []byte) bool {
	has := func(text string) bool { return bytes.Contains(src, []byte(text)) }
	return slices.ContainsFunc(slices.Collect(maps.Keys(q.classes)), has) && (has("send") || has("variable_set") || slices.ContainsFunc(slices.Collect(maps.Keys(q.names)), has))
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

// is reports whether an expression is the attribute, or an element of it.
func (q *attributeQuestion) is(x grammar.Expr) bool {
	switch x := code.ChangedPart(x).(type) {
	case *grammar.IVar:
		return q.names[x.Name[1:]]
	case *grammar.CVar:
		return q.names[x.Name[2:]]
	case *grammar.Call:
		on := code.ConstName(x.Recv)
		return q.names[x.Name] && (on == "" || q.classes[code.LastName(on)])
	}
	return false
}

// sendsMadeName reports whether a piece of code calls a method by a name that something makes, or
// sets a variable so: `Shop.send("#{key}=", value)`.
func sendsMadeName(n grammar.Node) bool {
	return code.Any(n, func(n grammar.Node) bool {
		c, ok := n.(*grammar.Call)
		if !ok || !code.SetsByName[c.Name] || len(c.Args) == 0 {
			return false
		}
		_, literal := code.LiteralName(c.Args[0])
		return !literal
	})
}

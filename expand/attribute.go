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
	holders map[string]bool // the methods that lead to it, by all their names
	classes map[string]bool // that may share the attribute: those of the file that name it, and above them
	modules map[string]bool // whose code may run in the classes: of those that the classes have
	keyed   bool            // whether it is an element of the configuration of ActiveSupport::Configurable, too
	own     *grammar.File   // of the class
}

// attribute returns the value of an attribute of a class of the application, `Shop.locale` or
// `Shop.config.locale`, if all that may set it runs here.
func (cf *configuration) attribute(text string) (dsl.Value, bool) {
	if asks := cf.l.run.asks; asks != nil && asks.missed != nil {
		asks.missed(text)
	}
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
// method, but as one of objects: `extend self`.
func (q *attributeQuestion) lacksMethod(v dsl.Value) bool {
	class, ok := v.(*dsl.Class)
	if !ok {
		return false
	}
	m := q.l.thread.FindMethod(class, q.methods[0])
	runs, _ := q.l.interp.Callee(v, q.methods[0])
	code, _ := runs.Code.Node.(*grammar.Def)
	return m == nil || m.Owner == nil || m.Owner == class || q.l.definitions.IsChanged(code, code.Name, v) || q.l.interp.Type(m.Owner.Name()) == m.Owner // one of the host, or Class#name
}

// isDeclared reports whether the file of the class has the attribute and the method that holds
// it, and no method that sets it, whoever calls that and whenever.
func (q *attributeQuestion) isDeclared() bool {
	last := strings.TrimSuffix(q.methods[len(q.methods)-1], "?")
	if !strings.Contains(q.own.Source, last) || code.CallsAny(q.own, map[string]bool{"run_load_hooks": true}) { // to which any file may have something to add
		return false
	}
	q.keyed = code.CallsAny(q.own, map[string]bool{"Configurable": true})
	q.names, q.holders = q.namesOf(last), q.namesOf(q.methods[0])
	if len(q.methods) > 1 && !q.keyed && !q.defines(q.holders) || q.defines(q.names) {
		return false
	}
	if q.keyed {
		q.holders["config"] = true
	}
	q.addShared()
	q.classes = q.relatives()
	q.modules = q.l.definitions.ModulesOf(q.classes)
	q.missed = q.misses
	q.sets = func(n grammar.Node) bool { return q.mayWrite(n) || code.Any(n, q.isValue) || q.declares(n) }
	q.addRead()
	inherits := q.keyed && len(q.classes) > 1 // each class has its own there
	return !inherits && !code.Any(q.own, func(n grammar.Node) bool {
		d, ok := n.(*grammar.Def)
		return sendsMadeName(n) || ok && q.setsLater(d)
	})
}

// defines reports whether the file of the class has a method of one of some names in so many words.
func (q *attributeQuestion) defines(names map[string]bool) bool {
	return code.Any(q.own, func(n grammar.Node) bool {
		d, ok := n.(*grammar.Def)
		return ok && names[d.Name]
	})
}

// namesOf returns the names of a method, without the = of one that sets.
func (q *attributeQuestion) namesOf(method string) map[string]bool {
	names := map[string]bool{method: true}
	for before := 0; before < len(names); {
		before = len(names)
		grammar.Walk(q.own, func(n grammar.Node) {
			to, from, ok := code.AliasOf(n)
			to, from = strings.TrimSuffix(to, "="), strings.TrimSuffix(from, "=")
			if ok && (names[to] || names[from]) {
				names[to], names[from] = true, true
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

// relatives returns the last names of the class, of those in its file that name the attribute or
// have a class above, and of those.
func (q *attributeQuestion) relatives() map[string]bool {
	classes := map[string]bool{code.LastName(q.class): true}
	code.EachClass(q.own.Body, nil, func(around []grammar.Expr, x grammar.Expr) {
		c, ok := x.(*grammar.Class)
		derived := ok && c.Super != nil
		if derived {
			classes[code.LastName(code.ConstName(c.Super))] = true
		}
		if derived || slices.ContainsFunc(code.BodyOf(x).Stmts.List, func(x grammar.Expr) bool { return code.BodyOf(x) == nil && q.declares(x) }) {
			maps.Copy(classes, q.l.definitions.Kin(code.Path(around)))
		}
	})
	maps.Copy(classes, q.l.definitions.Kin(q.class))
	delete(classes, "") // of a class above or below that something makes
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
			if ok && len(c.Args) == 0 && c.Block == nil && q.isClass(c.Recv) && !q.defines(map[string]bool{c.Name: true}) {
				q.names[c.Name] = true
			}
		})
	}
}

// ask runs the file of the class, and the start as far as it says something of the attribute.
func (q *attributeQuestion) ask() (value dsl.Value, missing []dsl.Unset) {
	s := q.l.newStart(&q.question)
	s.files[q.own.Name] = true
	s.mark(func(f files.Text) bool { return q.concerns(f.Src) })
	s.findMethods()
	s.mark(func(f files.Text) bool { return hasAny(f.Src, s.methods) })
	if q.isSetElsewhere(s) {
		return nil, nil
	}
	inStart := s.required[q.own.Name] && q.isOpenedBefore()
	s.ran[q.own.Name] = !inStart
	q.follow(s, func(r *reading) {
		r.root = q.l.interp.Type("Object") // whose classes the files open
		missing = q.l.variables.collect(func() {
			q.addConfigurable(r)
			if !inStart && !r.runStatements("", q.own.Body, q.l.interp.Main(), s.lost) {
				q.unsure()
			}
			s.boot()
		})
		value = q.result(r)
	})
	for _, name := range slices.Sorted(maps.Keys(s.files)) {
		if value == nil && q.shown != "" {
			value = q.again(q.l.Source(name), q.given)
		}
	}
	s.holders, s.used = map[string]bool{}, map[string]bool{}
	places := s.places(q.own.Body.List, q.sets)
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
  def config = @_config ||= ActiveSupport::OrderedOptions.new
  def configure = yield(config)
  def config_accessor(*names, default: nil)
    names.each do |name|
      config[name] = block_given? ? yield : default
      define_singleton_method(name) { config[name] }
      define_singleton_method("#{name}=") { |value| config[name] = value }
    end
  end
end`

// misses notes a call that nothing answers, if it would set the attribute.
func (q *attributeQuestion) misses(text string) {
	called, _, sets := strings.Cut(text, "=(")
	class, _, _ := strings.Cut(called, ".")
	q.lost = q.lost || sets && q.classes[code.LastName(class)] && q.names[called[strings.LastIndexByte(called, '.')+1:]]
}

// addConfigurable defines the module where the file of the class names it.
func (q *attributeQuestion) addConfigurable(r *reading) {
	if !q.keyed {
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

// isSetElsewhere reports whether a file does what is not followed: sets the attribute behind the
// start, or opens the class for it, or takes the class elsewhere.
func (q *attributeQuestion) isSetElsewhere(s *start) bool {
	name := code.LastName(q.class)
	sets := func(f files.Text) bool {
		if f.Name == q.own.Name {
			return false
		}
		if q.hasWords(f.Src) && slices.ContainsFunc(q.l.definitions.DefinedIn(f), func(name string) bool { return q.classes[name] || q.modules[name] }) {
			if file := q.l.SourceText(f.Name, f.Src); file == nil || code.Any(file, q.setsInHook) {
				return true
			}
		}
		if !q.concerns(f.Src) {
			return false
		}
		file := q.l.SourceText(f.Name, f.Src)
		return file == nil || code.Any(file, sendsMadeName) ||
			!s.files[f.Name] && (q.mayWrite(file) || slices.Contains(q.l.definitions.DefinedIn(f), name) && q.declares(file))
	}
	strays := func(f files.Text) bool {
		if f.Name == q.own.Name || !hasAny(f.Src, q.classes) && !bytes.Contains(f.Src, []byte("load")) {
			return false
		}
		file := q.l.SourceText(f.Name, f.Src)
		return file != nil && q.strays(file, s.required[q.own.Name])
	}
	if texts := q.l.definitions.Texts(); slices.ContainsFunc(texts, sets) || slices.ContainsFunc(texts, strays) {
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

// strays reports whether a file hands the class on, `Store = Shop` or `Setup.go(Shop)`, loads its
// file once more, keeps the value for others, has a constant for code that sets it, or goes on without a
// class that is not loaded yet: one that no file requires is not there before the application
// has started.
func (q *attributeQuestion) strays(file *grammar.File, required bool) bool {
	inPlace := map[grammar.Node]bool{} // as a receiver or a scope, or opened
	return code.Any(file, func(n grammar.Node) bool {
		switch n := n.(type) {
		case *grammar.Const:
			inPlace[n.Scope] = true
			return !inPlace[n] && q.classes[n.Name]
		case *grammar.Call:
			inPlace[n.Recv] = !code.ReturnsSelf[n.Name]
			return q.isClass(n.Recv) && (n.Name == "subclasses" || n.Name == "descendants") || n.Name == "load" && code.Any(n, func(n grammar.Node) bool {
				s, ok := n.(*grammar.Str)
				return ok && path.Base(s.Value) == path.Base(q.own.Name)
			}) || strings.Contains(n.Name, "delegat") && code.Any(n, func(n grammar.Node) bool {
				x, _ := n.(grammar.Expr)
				name, ok := grammar.TextOf(x)
				return ok && q.classes[code.LastName(name)]
			})
		case *grammar.Assign:
			_, local := n.Target.(*grammar.Local)
			inPlace[n.Value] = local // what the variable is used for is run, too
			return !local && q.keeps(n) || code.ConstName(n.Target) != "" && q.mayWrite(n.Value)
		case *grammar.Class:
			inPlace[n.Name], inPlace[n.Super] = true, true
		case *grammar.Module:
			inPlace[n.Name] = true
		case *grammar.Defined:
			inPlace[n.X] = true
			return !required && q.isClass(n.X)
		case *grammar.RescueMod:
			return !required && q.sets(n)
		case *grammar.Begin:
			return !required && len(n.Body.Rescues) > 0 && q.sets(n)
		}
		return false
	})
}

// keeps reports whether an assignment keeps the value by another name, by which a file may change it.
func (q *attributeQuestion) keeps(n *grammar.Assign) bool {
	kept := code.NameOf(code.ChangedPart(n.Target))
	value := code.UseOf(code.Seeds{Is: func(x grammar.Expr) bool { return q.isValue(x) }})
	return value.Reaches(n.Value) && q.l.definitions.MayChange(kept, func(x grammar.Expr) bool {
		return code.NameOf(x) == kept && !q.isValue(x)
	})
}

// isClass reports whether an expression is one of the classes that may share the attribute.
func (q *attributeQuestion) isClass(x grammar.Expr) bool {
	return q.classes[code.LastName(code.ConstName(x))]
}

// hasAny reports whether a text has one of some names, of a method that sets without the =.
func hasAny(src []byte, names map[string]bool) bool {
	for name := range names {
		if bytes.Contains(src, []byte(strings.TrimSuffix(name, "="))) {
			return true
		}
	}
	return false
}

// concerns reports whether a text may set the attribute, as far as its words tell.
func (q *attributeQuestion) concerns(src []byte) bool {
	return q.hasWords(src) && (hasAny(src, q.classes) || hasAny(src, map[string]bool{"constantize": true, "const_get": true}))
}

// hasWords is concerns of a text in which the class may have another name.
func (q *attributeQuestion) hasWords(src []byte) bool {
	return hasAny(src, q.names) || hasAny(src, q.holders) || hasAny(src, map[string]bool{"send": true, "variable_set": true})
}

// setsLater reports whether a method may set the attribute, whoever calls it: the variables of an object that is
// made are others.
func (q *attributeQuestion) setsLater(m *grammar.Def) bool {
	return code.Any(m.Body, func(n grammar.Node) bool {
		own := m.Name == "initialize" && slices.ContainsFunc(code.AssignedBy(n), func(x grammar.Expr) bool {
			_, ok := x.(*grammar.IVar)
			return ok
		})
		return !own && q.writes(n)
	})
}

// setsInHook reports whether a node is code for classes and objects that are made, or for what gets the module
// around, which may set the attribute: not all of these are made here.
func (q *attributeQuestion) setsInHook(n grammar.Node) bool {
	switch n := n.(type) {
	case *grammar.Def:
		return (code.Hooks[n.Name] || n.Name == "initialize") && q.setsLater(n) || q.names[n.Name] && code.Any(n.Body, isSuper)
	case *grammar.Call:
		if strings.HasPrefix(n.Name, "define_") {
			return n.Block != nil && q.mayWrite(n.Block)
		}
		return n.Recv == nil && n.Block != nil && (code.Hooks[n.Name] || n.Name == "class_methods") && q.mayWrite(n.Block)
	}
	return false
}

func isSuper(n grammar.Node) bool {
	_, ok := n.(*grammar.Super)
	return ok
}

// declares reports whether a piece of code names the attribute as a value: attr_accessor :locale.
func (q *attributeQuestion) declares(n grammar.Node) bool {
	return code.Any(n, func(n grammar.Node) bool {
		x, ok := n.(*grammar.Sym)
		return ok && q.names[x.Name]
	})
}

// mayWrite reports whether anything in a piece of code may set the attribute, or change its value.
func (q *attributeQuestion) mayWrite(n grammar.Node) bool { return code.Any(n, q.writes) }

// writes is mayWrite of a node alone.
func (q *attributeQuestion) writes(n grammar.Node) bool {
	if slices.ContainsFunc(code.AssignedBy(n), q.is) {
		return true
	}
	switch n := n.(type) {
	case *grammar.Assign:
		at, ok := n.Target.(*grammar.Index)
		return q.keyed && ok && q.declares(at)
	case *grammar.Call:
		if code.CallsByName[n.Name] && len(n.Args) > 0 {
			name, literal := code.LiteralName(n.Args[0])
			name = strings.Trim(name, "@=")
			return literal && (q.names[name] || q.holders[name])
		}
		return dsl.Changes(n.Name) && n.Recv != nil && q.is(n.Recv)
	}
	return false
}

// isValue reports whether a piece of code is the attribute of the class, or what holds it: what
// becomes of that is run.
func (q *attributeQuestion) isValue(n grammar.Node) bool {
	c, ok := n.(*grammar.Call)
	return ok && (q.names[c.Name] || q.holders[c.Name]) && q.isClass(c.Recv)
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

// sendsMadeName reports whether a piece of code is a call of a method by a name that something
// makes, sets a variable so, or runs a text: `Shop.send("#{key}=", value)`.
func sendsMadeName(n grammar.Node) bool {
	c, ok := n.(*grammar.Call)
	if !ok || len(c.Args) == 0 {
		return false
	}
	_, literal := code.LiteralName(c.Args[0])
	return code.CallsByName[c.Name] && !literal || !code.CallsByName[c.Name] && strings.HasSuffix(c.Name, "eval") // of a text
}

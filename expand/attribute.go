package expand

import (
	"bytes"
	"maps"
	"regexp"
	"slices"
	"strings"

	"signalbox/dsl"
	"signalbox/expand/ruby"
	"signalbox/grammar"
)

// Attributes of classes and modules: `mattr_accessor :locale, default: "en"`, a
// list of `class << self; attr_accessor :plans; end`, and what the configuration
// gives them, `Shop.locale = "de"` or `Shop.configure do |c| c.locale = "de" end`,
// in the order in which Rails runs it.

// attributePath is `Shop.locale`, or `Shop.config.locale`.
var attributePath = regexp.MustCompile(`^((?:[A-Z]\w*::)*[A-Z]\w*)\.(?:([a-z_]\w*)\.)?([a-z_]\w*\??)$`)

// attribute gives the value of an attribute of a class of the application, if
// what sets it is understood in full.
func (l *loader) attribute(text string) (dsl.Value, bool) {
	m := attributePath.FindStringSubmatch(text)
	if m == nil || l.attributeDepth > maxLookupDepth {
		return nil, false
	}
	class, ok := l.constant(m[1])
	if !ok {
		return nil, false
	}
	if _, ok := class.(*dsl.Class); !ok {
		return nil, false
	}
	if base, ok := strings.CutSuffix(text, "?"); ok { // of class_attribute
		v, ok := l.attribute(base)
		return dsl.Bool(ok && ruby.Truthy(v)), ok
	}
	if a, ok := l.attributes[text]; ok {
		return a, a != nil
	}
	if l.attributes == nil {
		l.attributes = map[string]dsl.Value{}
	}
	l.attributes[text] = nil // one that asks for itself is unknown
	l.attributeDepth++
	defer func() { l.attributeDepth-- }()
	a := &attribute{l: l, path: m[1], holder: m[2], name: m[3]}
	if a.find() {
		l.attributes[text] = a.value()
	}
	v := l.attributes[text]
	return v, v != nil
}

// An attribute is one that is looked for.
type attribute struct {
	l        *loader
	path     string // of the class
	holder   string // the method whose object has it, of `Shop.config.locale`
	name     string
	declared bool
	open     bool // something sets it that is not understood
	yields   map[string]bool
	aliases  map[string]string // methods of the class by their other names
	own      []*grammar.File
	mixed    []string // last names of the modules that the class extends
	writes   []attributeWrite
}

// An attributeWrite sets or changes it.
type attributeWrite struct {
	phase  int
	at     *skeleton // the code around
	op     string    // "" for `=`, else the operator or method
	values []grammar.Expr
}

// The phases of an application's start.
const (
	asDefined = iota
	byApplication
	byEnvironment
	beforeConfigInitializers
	byInitializers
	byOwnInitializers // of the application's class
	toPrepare
	afterInitialize
)

// find collects what declares and sets it; false if there is more to it.
func (a *attribute) find() bool {
	a.yields = map[string]bool{}
	for _, config := range []bool{false, true} { // which may open it again
		files := a.files(config)
		for _, file := range files {
			a.inClass(file, func(b *grammar.Body, _ *skeleton) { a.findAliases(b) })
		}
		a.holder, a.name = a.methodName(a.holder), a.methodName(a.name)
		for _, file := range files {
			if !config || !a.declared {
				a.inClass(file, a.declarations)
			}
		}
	}
	if !a.declared {
		return false
	}
	for i, file := range a.own {
		if slices.Index(a.own, file) == i {
			a.stmts(file.Body, &skeleton{l: a.l, file: file}, asDefined)
		}
		a.open = a.open || file != a.own[0] // whichever is read first
	}
	if a.open {
		return false
	}
	for _, f := range a.l.scannedTexts() {
		a.otherFile(f)
	}
	if a.open {
		return false
	}
	a.l.lookup.files.list()
	for _, folder := range append([]string{""}, a.l.lookup.files.parts...) {
		for f := range a.l.texts(a.l.lookup.files.below(strings.TrimPrefix(folder+"/app", "/"), maxListedFiles)) {
			a.otherFile(f)
		}
	}
	return !a.open
}

func mentions(src []byte, name string) bool { return bytes.Contains(src, []byte(name)) }

// files are those that the class was found in, or in the configuration.
func (a *attribute) files(config bool) []*grammar.File {
	var files []*grammar.File
	for _, name := range slices.Sorted(maps.Keys(a.l.files)) {
		file := a.l.files[name]
		if file != nil && a.l.lookup.defined[name] && strings.HasPrefix(name, "config/") == config && strings.Contains(file.Source, lastName(a.path)) {
			files = append(files, file)
		}
	}
	return files
}

// inClass gives f each body of the class in a file.
func (a *attribute) inClass(file *grammar.File, f func(*grammar.Body, *skeleton)) {
	eachClass(file.Body, nil, func(around []grammar.Expr, body *grammar.Body) {
		s := &skeleton{l: a.l, file: file, around: around}
		if strings.TrimSuffix(s.pathOf(&grammar.Const{}), "::") == a.path {
			f(body, s)
		}
	})
}

// findAliases finds the other names that a body gives methods of the class.
func (a *attribute) findAliases(b *grammar.Body) {
	if b.Stmts == nil {
		return
	}
	add := func(x grammar.Expr) {
		if to, from, ok := aliasOf(x); ok && to != from {
			if a.aliases == nil {
				a.aliases = map[string]string{}
			}
			a.aliases[to] = from
		}
	}
	for _, x := range b.Stmts.List {
		switch x := x.(type) {
		case *grammar.SingletonClass:
			if x.Body != nil && x.Body.Stmts != nil {
				for _, inner := range x.Body.Stmts.List {
					add(inner)
				}
			}
		case *grammar.Call:
			if isSingletonClass(x.Recv) {
				add(x)
			}
		}
	}
}

// methodName is the name under which a method was defined.
func (a *attribute) methodName(name string) string {
	for range len(a.aliases) {
		from, ok := a.aliases[name]
		if !ok {
			break
		}
		name = from
	}
	return name
}

// declarations reads a body of the class.
func (a *attribute) declarations(b *grammar.Body, s *skeleton) {
	a.own = append(a.own, s.file)
	a.body(b, s)
}

// declaring are the words that give a class attributes of its own.
var declaring = map[string]bool{
	"mattr_accessor": true, "mattr_reader": true, "cattr_accessor": true, "cattr_reader": true, "class_attribute": true, "config_accessor": true,
}

// body reads the body of the class.
func (a *attribute) body(b *grammar.Body, s *skeleton) {
	if len(b.Rescues) > 0 || b.Ensure != nil || b.Stmts == nil {
		a.openIfWritten(b)
		return
	}
	for _, x := range b.Stmts.List {
		switch x := x.(type) {
		case *grammar.Class, *grammar.Module:
			a.openIfWritten(x)
		case *grammar.SingletonClass:
			a.singleton(x, s)
		case *grammar.Def:
			a.method(x, x.Singleton != nil)
		case *grammar.Call:
			if !a.declaration(x, s) {
				a.write(x, s, asDefined)
			}
		default:
			a.write(x, s, asDefined)
		}
	}
}

// declaration takes `mattr_accessor :locale, default: "en"`.
func (a *attribute) declaration(c *grammar.Call, s *skeleton) bool {
	if c.Recv == nil && c.Name == "include" && len(c.Args) == 1 && strings.HasSuffix(grammar.String(c.Args[0]), "Configurable") {
		a.yields["configure"] = true
		return true
	}
	if c.Recv == nil && (c.Name == "extend" || c.Name == "include") {
		for _, m := range c.Args {
			a.mixed = append(a.mixed, lastName(grammar.String(m)))
		}
		return true
	}
	if c.Recv != nil || !declaring[c.Name] || a.holder != "" || !slices.ContainsFunc(c.Args, a.isName) {
		return false
	}
	a.declared = true
	value := grammar.Expr(&grammar.Nil{Pos: c.Pos})
	if options, ok := c.Args[len(c.Args)-1].(*grammar.Hash); ok {
		for _, p := range options.Pairs {
			if key, ok := p.Key.(*grammar.Sym); ok && key.Name == "default" {
				value = p.Value
			}
		}
	}
	if c.Block != nil {
		value = &grammar.Paren{Pos: c.Pos, Stmts: c.Block.Body.Stmts}
	}
	a.writes = append(a.writes, attributeWrite{phase: asDefined, at: s, values: []grammar.Expr{value}})
	return true
}

func (a *attribute) isName(x grammar.Expr) bool {
	name, ok := literalName(x)
	return ok && name == a.name
}

// singleton reads `class << self`.
func (a *attribute) singleton(x *grammar.SingletonClass, s *skeleton) {
	for _, x := range x.Body.Stmts.List {
		switch x := x.(type) {
		case *grammar.Def:
			a.method(x, true)
		case *grammar.Alias:
		case *grammar.Call:
			if _, _, ok := aliasOf(x); ok {
				continue
			}
			accessor := x.Recv == nil && (x.Name == "attr_accessor" || x.Name == "attr_reader")
			if accessor && a.holder == "" && slices.ContainsFunc(x.Args, a.isName) {
				a.declared = true
				continue
			}
			a.openIfWritten(x)
		default:
			a.openIfWritten(x)
		}
	}
}

// method reads a method of the class: one that yields the class, or its settings,
// to a block; the one that holds the settings; any other must not set anything.
func (a *attribute) method(d *grammar.Def, ofClass bool) {
	if !ofClass {
		a.openIfWritten(d)
		return
	}
	body := d.Body.Stmts.List
	if len(body) > 0 {
		if y, ok := body[0].(*grammar.Yield); ok && len(y.Args) == 1 && len(body) <= 2 {
			given := strings.TrimPrefix(grammar.String(y.Args[0]), "self.")
			if given == "self" && a.holder == "" || a.holder != "" && a.methodName(strings.TrimPrefix(given, "@")) == a.holder {
				a.yields[d.Name] = true
				return
			}
		}
	}
	if a.holder != "" && d.Name == a.holder {
		a.held(d)
		return
	}
	if d.Name == a.name && a.holder == "" {
		a.open = true
	}
	a.openIfWritten(d)
}

// held reads `def self.config = @config ||= Config.new`.
func (a *attribute) held(d *grammar.Def) {
	a.open = true
	if len(d.Body.Stmts.List) != 1 {
		return
	}
	memo, ok := d.Body.Stmts.List[0].(*grammar.OpAssign)
	if !ok || memo.Op != "||" {
		return
	}
	made, ok := memo.Value.(*grammar.Call)
	if !ok || made.Name != "new" || len(made.Args) > 0 || made.Block != nil {
		return
	}
	name, ok := made.Recv.(*grammar.Const)
	if !ok {
		return
	}
	for _, path := range []string{a.path + "::" + grammar.String(name), grammar.String(name)} {
		if v, ok := a.l.constant(path); ok || a.l.isFound(path) {
			if v == nil {
				v, _ = a.l.constant(path)
			}
			if _, ok := v.(*dsl.Class); ok {
				a.open = false
				a.ofObject(strings.TrimPrefix(path, "::"))
				return
			}
		}
	}
}

func (l *loader) isFound(path string) bool {
	_, ok := l.findConst(path)
	return ok
}

// ofObject reads the class of the object that holds the settings.
func (a *attribute) ofObject(path string) {
	for name, file := range a.l.files {
		if file == nil || !a.l.lookup.defined[name] {
			continue
		}
		eachClass(file.Body, nil, func(around []grammar.Expr, body *grammar.Body) {
			s := &skeleton{l: a.l, file: file, around: around}
			if strings.TrimSuffix(s.pathOf(&grammar.Const{}), "::") != path || body.Stmts == nil {
				return
			}
			for _, x := range body.Stmts.List {
				a.ofObjectStmt(x, s)
			}
		})
	}
}

func (a *attribute) ofObjectStmt(x grammar.Expr, s *skeleton) {
	switch x := x.(type) {
	case *grammar.Call:
		if x.Recv == nil && x.Name == "attr_accessor" && slices.ContainsFunc(x.Args, a.isName) {
			a.declared = true
			return
		}
	case *grammar.Def:
		if x.Name == "initialize" && x.Singleton == nil && x.Body.Stmts != nil {
			for _, one := range x.Body.Stmts.List {
				a.write(one, s, asDefined)
			}
			return
		}
		if x.Name == a.name {
			a.open = true
		}
	}
	a.openIfWritten(x)
}

// eachClass gives f the classes and modules of a file, with those around.
func eachClass(list *grammar.Stmts, around []grammar.Expr, f func([]grammar.Expr, *grammar.Body)) {
	if list == nil {
		return
	}
	for _, x := range list.List {
		var body *grammar.Body
		head := x
		switch x := x.(type) {
		case *grammar.Class:
			plain := *x
			plain.Super = nil
			body, head = x.Body, &plain
		case *grammar.Module:
			body = x.Body
		}
		if body != nil {
			inner := append(slices.Clone(around), head)
			f(inner, body)
			eachClass(body.Stmts, inner, f)
		}
	}
}

// value runs what sets the attribute; nil if that fails.
func (a *attribute) value() dsl.Value {
	slices.SortStableFunc(a.writes, func(x, y attributeWrite) int { return x.phase - y.phase })
	v := dsl.Value(dsl.Nil)
	for _, w := range a.writes {
		var args []dsl.Value
		for _, x := range w.values {
			arg, err := w.at.eval(x)
			if err != nil || !closed(x) || dsl.UnknownIn(arg) != nil {
				return nil
			}
			args = append(args, arg)
		}
		var err error
		switch {
		case w.op == "":
			v = args[0]
		case w.op == "||" && a.l.holds(v), w.op == "&&" && !a.l.holds(v):
		case w.op == "||" || w.op == "&&":
			v = args[0]
		case w.op == "+" || w.op == "-" || w.op == "|" || w.op == "&":
			v, err = a.l.looking.Beside().Call(v, w.op, args...)
		default:
			_, err = a.l.looking.Beside().Call(v, w.op, args...)
		}
		if err != nil || dsl.UnknownIn(v) != nil {
			return nil
		}
	}
	return v
}

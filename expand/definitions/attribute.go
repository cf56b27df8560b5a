package definitions

import (
	"bytes"
	"regexp"
	"slices"
	"strings"

	"signalbox/dsl"
	"signalbox/expand/code"
	"signalbox/expand/files"
	"signalbox/expand/ruby"
	"signalbox/grammar"
)

// Attributes of classes and modules: `mattr_accessor :locale, default: "en"`, a
// list of `class << self; attr_accessor :plans; end`, and what the configuration
// gives them, `Shop.locale = "de"` or `Shop.configure do |c| c.locale = "de" end`,
// in the order in which Rails runs it.

// attributePath takes `Shop.locale`, or `Shop.config.locale`, apart.
func attributePath(text string) (class, holder, name string, ok bool) {
	class, name, _ = strings.Cut(text, ".")
	for part := range strings.SplitSeq(class, "::") {
		if !ruby.IsWord(part) || part[0] < 'A' || part[0] > 'Z' {
			return "", "", "", false
		}
	}
	isName := func(s string) bool { return ruby.IsWord(s) && (s[0] == '_' || s[0] >= 'a') }
	if front, last, held := strings.Cut(name, "."); held {
		if holder, name = front, last; !isName(holder) {
			return "", "", "", false
		}
	}
	return class, holder, name, isName(strings.TrimSuffix(name, "?"))
}

// Attribute returns the value of an attribute of a class of the application, `Shop.locale` or
// `Shop.config.locale`, if what sets it is understood in full.
func (d *Definitions) Attribute(text string) (dsl.Value, bool) {
	path, holder, name, ok := attributePath(text)
	if !ok || d.asking > MaxDepth {
		return nil, false
	}
	class, _ := d.Interp.Const(path)
	if _, ok := class.(*dsl.Class); !ok {
		return nil, false
	}
	if base, ok := strings.CutSuffix(text, "?"); ok { // of class_attribute
		v, ok := d.Attribute(base)
		return dsl.Bool(ok && ruby.Truthy(v)), ok
	}
	if v, ok := d.attributes[text]; ok {
		return v, v != nil
	}
	d.attributes[text] = nil // one that asks for itself is unknown
	d.asking++
	defer func() { d.asking-- }()
	a := &attribute{d: d, path: path, holder: holder, name: name, yields: map[string]bool{}, aliases: map[string]string{}}
	if a.find() {
		d.attributes[text] = a.value()
	}
	v := d.attributes[text]
	return v, v != nil
}

// An attribute is one that is looked for.
type attribute struct {
	d        *Definitions
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
	for _, config := range []bool{false, true} { // which may open it again
		ofConfig := func(file *grammar.File) bool { return strings.HasPrefix(file.Name, "config/") == config }
		a.d.eachBody(a.path, ofConfig, func(b *grammar.Body, _ *skeleton) { a.findAliases(b) })
		a.holder, a.name = a.methodName(a.holder), a.methodName(a.name)
		var declared *grammar.File // by its own bodies, all of which are read
		a.d.eachBody(a.path, ofConfig, func(b *grammar.Body, s *skeleton) {
			if !config || !a.declared || s.file == declared {
				declared = s.file
				a.own = append(a.own, s.file)
				a.body(b, s)
			}
		})
	}
	if !a.declared {
		return false
	}
	for i, file := range a.own {
		if slices.Index(a.own, file) == i {
			a.stmts(file.Body, &skeleton{d: a.d, file: file}, asDefined)
		}
		a.open = a.open || file != a.own[0] // whichever is read first
	}
	if a.open {
		return false
	}
	for _, f := range a.d.Texts() {
		a.otherFile(f)
	}
	if a.open {
		return false
	}
	for _, folder := range append([]string{""}, a.d.Layout.Parts()...) {
		for f := range a.d.Application.TextsOf(a.d.Layout.Below(strings.TrimPrefix(folder+"/app", "/"))) {
			a.otherFile(f)
		}
	}
	return !a.open
}

// findAliases finds the other names that a body gives methods of the class.
func (a *attribute) findAliases(b *grammar.Body) {
	if b.Stmts == nil {
		return
	}
	add := func(x grammar.Expr) {
		if to, from, ok := aliasOf(x); ok && to != from {
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
			a.mixed = append(a.mixed, code.LastName(grammar.String(m)))
		}
		return true
	}
	if c.Recv != nil || !declaring[c.Name] || a.holder != "" || !slices.ContainsFunc(c.Args, a.isName) {
		return false
	}
	a.declared = true
	value := code.Option(c.Args, "default")
	switch {
	case c.Block != nil:
		value = &grammar.Paren{Pos: c.Pos, Stmts: c.Block.Body.Stmts}
	case value == nil:
		value = &grammar.Nil{Pos: c.Pos}
	}
	a.writes = append(a.writes, attributeWrite{phase: asDefined, at: s, values: []grammar.Expr{value}})
	return true
}

func (a *attribute) isName(x grammar.Expr) bool {
	name, ok := code.LiteralName(x)
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
		v, ok := a.d.Interp.Const(path)
		if !ok {
			if _, ok = a.d.Constant(path); ok {
				v, _ = a.d.Interp.Const(path)
			}
		}
		if _, ok := v.(*dsl.Class); ok {
			a.open = false
			a.ofObject(strings.TrimPrefix(path, "::"))
			return
		}
	}
}

// ofObject reads the class of the object that holds the settings.
func (a *attribute) ofObject(path string) {
	any := func(*grammar.File) bool { return true }
	a.d.eachBody(path, any, func(body *grammar.Body, s *skeleton) {
		if body.Stmts != nil {
			for _, x := range body.Stmts.List {
				a.ofObjectStmt(x, s)
			}
		}
	})
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

// value runs what sets the attribute; nil if that fails.
func (a *attribute) value() dsl.Value {
	slices.SortStableFunc(a.writes, func(x, y attributeWrite) int { return x.phase - y.phase })
	v := dsl.Value(dsl.Nil)
	for _, w := range a.writes {
		var args []dsl.Value
		for _, x := range w.values {
			arg, err := w.at.eval(x)
			if err != nil || !code.Closed(x) || dsl.UnknownIn(arg) != nil {
				return nil
			}
			args = append(args, arg)
		}
		var err error
		switch {
		case w.op == "":
			v = args[0]
		case w.op == "||" && a.d.holds(v), w.op == "&&" && !a.d.holds(v):
		case w.op == "||" || w.op == "&&":
			v = args[0]
		case w.op == "+" || w.op == "-" || w.op == "|" || w.op == "&":
			v, err = a.d.Looking.Beside().Call(v, w.op, args...)
		default:
			_, err = a.d.Looking.Beside().Call(v, w.op, args...)
		}
		if err != nil || dsl.UnknownIn(v) != nil {
			return nil
		}
	}
	return v
}

// sentNames is a method that is called by a name that some expression makes:
// `Shop.send("#{key}=", value)`.
var sentNames = regexp.MustCompile(`\b(?:send|public_send|__send__|instance_variable_set|class_variable_set)\b[ (]*(?::?"[^"]*#\{|[a-z_])`)

// mentioned tells a text with a name of the attribute.
func (a *attribute) mentioned(src []byte) bool {
	if bytes.Contains(src, []byte(a.name)) {
		return true
	}
	for alias := range a.aliases {
		if a.methodName(alias) == a.name && bytes.Contains(src, []byte(alias)) {
			return true
		}
	}
	return false
}

// otherFile reads what another file than the class's own sets.
func (a *attribute) otherFile(f files.Text) {
	own := slices.ContainsFunc(a.own, func(own *grammar.File) bool { return own.Name == f.Name })
	if a.open || own {
		return
	}
	if !bytes.Contains(f.Src, []byte(code.LastName(a.path))) {
		if a.mentioned(f.Src) && slices.ContainsFunc(a.mixed, func(m string) bool { return bytes.Contains(f.Src, []byte(m)) }) {
			file := a.d.Application.SourceText(f.Name, f.Src)
			a.open = file == nil || a.isWritten(file)
		}
		return
	}
	if a.open = sentNames.Match(f.Src); a.open || !a.mentioned(f.Src) {
		return
	}
	file := a.d.Parsed[f.Name]
	if file == nil {
		if file = a.d.Application.SourceText(f.Name, f.Src); file == nil {
			a.open = true
			return
		}
	}
	phase := byInitializers
	switch {
	case f.Name == "config/application.rb":
		phase = byApplication
	case strings.HasPrefix(f.Name, "config/environments/"):
		phase = byEnvironment
	case !strings.HasPrefix(f.Name, "config/initializers/"):
		a.openIfWritten(file)
		a.openIfDeclared(file)
		return
	}
	a.stmts(file.Body, &skeleton{d: a.d, file: file}, phase)
}

func (a *attribute) stmts(list *grammar.Stmts, s *skeleton, phase int) {
	if list == nil {
		return
	}
	for _, x := range code.Nested(list.List) {
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
			for _, one := range code.Nested(x.Block.Body.Stmts.List) {
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
		if code.Option(c.Args, "before") != nil || code.Option(c.Args, "after") != nil {
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
	inner := &skeleton{d: a.d, file: s.file, around: append(slices.Clone(s.around), head)}
	if code.Path(inner.around) == a.path {
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
	if err != nil || !code.Closed(x.Cond) || dsl.UnknownIn(v) != nil {
		a.open = true
		return
	}
	if a.d.holds(v) != x.Unless {
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
			return a.isClass(x.Recv) || inClass && code.IsSelf(x.Recv)
		}
		on, ok := x.Recv.(*grammar.Call)
		return ok && a.methodName(on.Name) == a.holder && a.isClass(on.Recv)
	}
	return false
}

// openIfDeclared is for a file that may open the class again.
func (a *attribute) openIfDeclared(x grammar.Node) {
	a.open = a.open || code.Any(x, func(n grammar.Node) bool {
		c, ok := n.(*grammar.Call)
		return ok && declaring[c.Name] && slices.ContainsFunc(c.Args, a.isName)
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
	return slices.ContainsFunc(code.AssignedIn(x), is) || code.Any(x, func(n grammar.Node) bool {
		c, ok := n.(*grammar.Call)
		switch {
		case !ok:
		case dsl.Changes(c.Name):
			return c.Recv != nil && is(code.ChangedPart(c.Recv))
		case code.SetsByName[c.Name] && len(c.Args) > 0:
			name, literal := code.LiteralName(c.Args[0])
			return !literal || strings.Trim(name, "@=") == a.name
		}
		return false
	})
}

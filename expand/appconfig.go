package expand

import (
	"bytes"
	"slices"
	"strings"

	"signalbox/dsl"
	"signalbox/expand/ruby"
	"signalbox/grammar"
)

// What the application's configuration says in so many words: assignments such
// as `config.x.beta = true` of config/application.rb, of the environment's file
// and of the initializers, in this order.

// A configSetting is one value of the configuration.
type configSetting struct {
	file   *grammar.File
	around []grammar.Expr // the classes and modules around
	value  grammar.Expr
	open   bool // set under a condition, or changed later
}

const configText = "Rails.application.config."

// configured gives the value of an expression that the configuration settles.
func (l *loader) configured(text string) (dsl.Value, bool) {
	if text == "ActiveStorage.routes_prefix" {
		return l.storagePrefix()
	}
	path, ok := strings.CutPrefix(text, configText)
	if !ok {
		switch text {
		case "I18n.locale":
			if l.setsLocale() {
				return nil, false
			}
			path = "i18n.default_locale"
		case "I18n.available_locales", "I18n.default_locale", "I18n.config.available_locales":
			path = "i18n." + text[strings.LastIndexByte(text, '.')+1:]
		default:
			return nil, false
		}
	}
	if l.configValues == nil {
		l.readConfiguration()
	}
	l.noteAll(l.variables.ofConfig[path])
	s := l.configValues[path]
	if s == nil || s.open {
		if s == nil && strings.IndexByte(path, '.') < 0 && !l.configMentions(path) {
			v, ok := configDefaults[path]
			return v, ok
		}
		if path == "i18n.default_locale" && s == nil && l.configValues["i18n"] == nil {
			return dsl.Symbol("en"), true
		}
		return nil, false
	}
	v, ok := l.configValue(s)
	if !ok {
		return nil, false
	}
	return asLocales(path, v), true
}

// setsLocale reports whether a file of the configuration or of lib, or a middleware, sets
// the locale before a request comes to the routes.
func (l *loader) setsLocale() bool {
	middleware := append(l.lookup.files.below("app/middleware", maxListedFiles), l.lookup.files.below("app/middlewares", maxListedFiles)...)
	return l.assignsGlobal("I18n.locale") || assigned(slices.Collect(l.texts(middleware)), "I18n.locale")
}

// storagePrefix is what Active Storage takes from the configuration. Rails:
// ActiveStorage::Engine.
func (l *loader) storagePrefix() (dsl.Value, bool) {
	v, ok := l.configured(configText + "active_storage.routes_prefix")
	switch {
	case ok && ruby.Truthy(v):
		return v, true
	case ok || !l.configMentions("active_storage.routes_prefix"):
		return dsl.NewString("/rails/active_storage"), true
	}
	return nil, false
}

// configDefaults are the values of settings that no file of the configuration
// changes. Rails: Application::Configuration#initialize.
var configDefaults = map[string]dsl.Value{
	"assume_ssl": dsl.False, "consider_all_requests_local": dsl.False, "force_ssl": dsl.False,
	"sandbox_by_default": dsl.False, "server_timing": dsl.False,
}

// configMentions tells whether the code of the configuration has a name, or
// cannot be seen.
func (l *loader) configMentions(name string) bool {
	if !l.lookup.files.exists("config/application.rb") {
		return true
	}
	for _, f := range l.scannedTexts() {
		if !strings.HasPrefix(f.name, "config/") || !bytes.Contains(f.src, []byte(name)) {
			continue
		}
		for line := range bytes.Lines(f.src) {
			if bytes.Contains(line, []byte(name)) && !bytes.HasPrefix(bytes.TrimSpace(line), []byte("#")) {
				return true
			}
		}
	}
	return false
}

// asLocales turns the names of locales into symbols, as I18n does.
func asLocales(path string, v dsl.Value) dsl.Value {
	if !strings.HasPrefix(path, "i18n.") || !strings.Contains(path, "locale") {
		return v
	}
	symbol := func(v dsl.Value) dsl.Value {
		if s, ok := v.(*dsl.String); ok {
			return dsl.Symbol(s.String())
		}
		return v
	}
	if list, ok := v.(*dsl.Array); ok {
		symbols := dsl.NewArray()
		for _, e := range list.Elems {
			symbols.Elems = append(symbols.Elems, symbol(e))
		}
		return symbols
	}
	return symbol(v)
}

// configValue evaluates what a setting was given, within the classes around.
func (l *loader) configValue(s *configSetting) (dsl.Value, bool) {
	s.open = true // a value that asks for itself is none
	k := &skeleton{l: l, file: s.file, around: s.around}
	v, err := k.eval(s.value)
	if err != nil || dsl.UnknownIn(v) != nil {
		return nil, false
	}
	s.open = false
	return v, true
}

func (l *loader) readConfiguration() {
	l.configValues, l.configBelow = map[string]*configSetting{}, map[string][]string{}
	for _, f := range l.scannedTexts() {
		if !strings.HasPrefix(f.name, "config/") || !bytes.Contains(f.src, []byte("config")) && !bytes.Contains(f.src, []byte("I18n")) {
			continue
		}
		file := l.source(f.name)
		if file == nil {
			continue
		}
		r := &configReader{l: l, file: file, locals: map[*grammar.Stmts]map[string]grammar.Expr{}}
		r.stmts(file.Body, false)
		r.indirect()
	}
}

// A configReader collects the assignments of one file.
type configReader struct {
	l      *loader
	file   *grammar.File
	around []grammar.Expr
	list   *grammar.Stmts // that the statement stands in
	locals map[*grammar.Stmts]map[string]grammar.Expr
	depth  int
}

func (r *configReader) stmts(list *grammar.Stmts, open bool) {
	if list == nil || r.depth > 50 {
		return
	}
	outer := r.list
	r.depth++
	for _, x := range nested(list.List) {
		r.list = list
		r.stmt(x, open)
	}
	r.depth--
	r.list = outer
}

func (r *configReader) body(b *grammar.Body, open bool) {
	if b != nil {
		r.stmts(b.Stmts, open)
	}
}

func (r *configReader) stmt(x grammar.Expr, open bool) {
	switch x := x.(type) {
	case *grammar.Class:
		if x.Super != nil && strings.HasSuffix(grammar.String(x.Super), "Rails::Application") {
			r.body(x.Body, open)
			return
		}
		head := *x
		head.Super = nil
		r.within(&head, x.Body, open)
	case *grammar.Module:
		r.within(x, x.Body, open)
	case *grammar.Assign:
		r.assign(x.Target, x.Value, open)
	case *grammar.OpAssign:
		r.assign(x.Target, x.Value, true)
	case *grammar.Call:
		switch {
		case x.Block != nil:
			// Rails.application.configure do, config.to_prepare do
			r.body(x.Block.Body, open || x.Name != "configure" && x.Name != "to_prepare" && x.Name != "after_initialize" && x.Name != "before_initialize")
		case dsl.Changes(x.Name) && x.Recv != nil:
			r.assign(x.Recv, nil, true)
		}
	case *grammar.If:
		if side, ok := r.side(x); ok {
			r.stmts(side, open)
			return
		}
		r.leaveOpen(x)
	default:
		r.leaveOpen(x)
	}
}

// leaveOpen leaves open what conditions, loops and rescues assign.
func (r *configReader) leaveOpen(x grammar.Expr) {
	grammar.Walk(x, func(n grammar.Node) {
		switch n := n.(type) {
		case *grammar.Assign:
			r.assign(n.Target, nil, true)
		case *grammar.OpAssign:
			r.assign(n.Target, nil, true)
		case *grammar.Call:
			if dsl.Changes(n.Name) && n.Recv != nil {
				r.assign(n.Recv, nil, true)
			}
		}
	})
}

// side is the side of a condition that runs, where the environment alone
// decides: `if Rails.env.production?`, `unless ENV["CI"]`.
func (r *configReader) side(x *grammar.If) (side *grammar.Stmts, ok bool) {
	if !ofEnvironment(x.Cond) {
		return nil, false
	}
	var v dsl.Value
	var err error
	missing := r.l.collectUnset(func() {
		v, err = (&skeleton{l: r.l, file: r.file}).eval(x.Cond)
		if err == nil {
			r.l.holds(v)
		}
	})
	for _, target := range append(assignedIn(x), changedIn(x)...) {
		if path := configPath(target); path != "" {
			missedFor(&r.l.variables.ofConfig, path, missing)
		}
	}
	if err != nil || dsl.UnknownIn(v) != nil {
		return nil, false
	}
	if ruby.Truthy(v) != x.Unless {
		return x.Then, true
	}
	return x.Else, true
}

// changedIn are the receivers of calls that change them in a piece of code.
func changedIn(x grammar.Node) []grammar.Expr {
	var list []grammar.Expr
	grammar.Walk(x, func(n grammar.Node) {
		if c, ok := n.(*grammar.Call); ok && dsl.Changes(c.Name) && c.Recv != nil {
			list = append(list, c.Recv)
		}
	})
	return list
}

// ofEnvironment tells an expression of Rails.env and ENV alone.
func ofEnvironment(x grammar.Expr) bool {
	ok, asks := true, false
	grammar.Walk(x, func(n grammar.Node) {
		switch n := n.(type) {
		case *grammar.Const:
			asks = true
			ok = ok && (n.Name == "ENV" || n.Name == "Rails") && n.Scope == nil
		case *grammar.Call:
			ok = ok && n.Recv != nil && n.Block == nil && (grammar.String(n.Recv) != "Rails" || n.Name == "env")
		case *grammar.Local, *grammar.IVar, *grammar.CVar, *grammar.GVar, *grammar.Lambda:
			ok = false
		}
	})
	return ok && asks
}

func (r *configReader) within(around grammar.Expr, body *grammar.Body, open bool) {
	r.around = append(r.around[:len(r.around):len(r.around)], around)
	r.body(body, open)
	r.around = r.around[:len(r.around)-1]
}

func (r *configReader) assign(target, value grammar.Expr, open bool) {
	if at, ok := target.(*grammar.Index); ok && configPath(target) == "" {
		r.assign(at.Recv, nil, true) // config.x.limits[:posts] = 5
		return
	}
	path := configPath(target)
	if path == "" {
		return
	}
	if local, ok := value.(*grammar.Local); ok {
		value = r.valueOf(local.Name)
	}
	if value == nil || !closed(value) {
		open = true
	}
	value = ofApplication(value)
	r.set(path, &configSetting{file: r.file, around: r.around, value: value, open: open})
}

// set gives a path its setting. What holds it is changed by that, and what it
// held is gone.
func (r *configReader) set(path string, setting *configSetting) {
	values, below := r.l.configValues, r.l.configBelow
	for _, other := range below[path] {
		delete(values, other)
	}
	delete(below, path)
	for i := range path {
		if path[i] != '.' {
			continue
		}
		above := path[:i]
		if s := values[above]; s != nil {
			s.open = true
		}
		if values[path] == nil {
			below[above] = append(below[above], path)
		}
	}
	values[path] = setting
}

// indirect finds what is changed by another name: `x = config.x; x.beta = true`,
// `config.tap { |c| c.x.beta = true }`, `config.x.send(:beta=, true)`.
func (r *configReader) indirect() {
	names := map[string]string{}
	grammar.Walk(r.file, func(n grammar.Node) {
		switch n := n.(type) {
		case *grammar.Assign:
			if v, ok := n.Target.(*grammar.Local); ok && v.Name != "config" && isConfig(n.Value) {
				names[v.Name] = configFront(n.Value)
			}
		case *grammar.Call:
			if !isConfig(n.Recv) {
				return
			}
			if n.Block != nil && n.Block.Params != nil && len(n.Block.Params.List) > 0 {
				part := grammar.Expr(&grammar.Call{Pos: n.Pos, Recv: n.Recv, Name: n.Name})
				if n.Name == "tap" || n.Name == "then" {
					part = n.Recv
				}
				names[n.Block.Params.List[0].Name] = configFront(part)
			}
			if sending[n.Name] {
				r.openBelow(configFront(n.Recv))
			}
		}
	})
	r.assignedBy(names)
}

// sending are the methods that set what their first argument names.
var sending = map[string]bool{"send": true, "public_send": true, "__send__": true}

// assignedBy opens what is assigned or changed by names that stand for parts of
// the configuration.
func (r *configReader) assignedBy(names map[string]string) {
	changed := func(x grammar.Expr) {
		if front, ok := names[variableOf(x)]; ok {
			r.openBelow(front)
		}
	}
	grammar.Walk(r.file, func(n grammar.Node) {
		switch n := n.(type) {
		case *grammar.Assign:
			if _, ok := n.Target.(*grammar.Local); !ok {
				changed(n.Target)
			}
		case *grammar.OpAssign:
			if _, ok := n.Target.(*grammar.Local); !ok {
				changed(n.Target)
			}
		case *grammar.Call:
			if dsl.Changes(n.Name) || sending[n.Name] {
				changed(n.Recv)
			}
		}
	})
}

// variableOf is the variable that an expression begins with.
func variableOf(x grammar.Expr) string {
	switch x := x.(type) {
	case *grammar.Local:
		return x.Name
	case *grammar.Index:
		return variableOf(x.Recv)
	case *grammar.Call:
		return variableOf(x.Recv)
	}
	return ""
}

// openBelow leaves every setting open whose path begins with front.
func (r *configReader) openBelow(front string) {
	for path, s := range r.l.configValues {
		if strings.HasPrefix(path, front) || path+"." == front {
			s.open = true
		}
	}
}

// isConfig tells the configuration or a part of it.
func isConfig(x grammar.Expr) bool {
	switch x.(type) {
	case *grammar.Call, *grammar.Index:
	default:
		return false
	}
	switch grammar.String(x) {
	case "config", "Rails.configuration", "Rails.application.config":
		return true
	}
	return configPath(x) != ""
}

// configFront is what the paths below a part of the configuration begin with:
// "x." for `config.x`, nothing for the configuration itself.
func configFront(x grammar.Expr) string {
	if path := configPath(x); path != "" {
		return path + "."
	}
	return ""
}

// valueOf is what a variable of the statements around was given, if only once.
func (r *configReader) valueOf(name string) grammar.Expr {
	locals, ok := r.locals[r.list]
	if !ok {
		locals = onceGiven(r.list)
		r.locals[r.list] = locals
	}
	return locals[name]
}

// onceGiven are the variables that statements give a value once, and change
// nowhere; others are nil.
func onceGiven(list *grammar.Stmts) map[string]grammar.Expr {
	values := map[string]grammar.Expr{}
	grammar.Walk(list, func(n grammar.Node) {
		switch n := n.(type) {
		case *grammar.Assign:
			if v, ok := n.Target.(*grammar.Local); ok {
				value := n.Value
				if _, again := values[v.Name]; again {
					value = nil
				}
				values[v.Name] = value
			}
		case *grammar.OpAssign:
			if v, ok := n.Target.(*grammar.Local); ok {
				values[v.Name] = nil
			}
		case *grammar.Call:
			if v, ok := n.Recv.(*grammar.Local); ok && dsl.Changes(n.Name) {
				values[v.Name] = nil
			}
		}
	})
	return values
}

// configPath is "x.beta" for `config.x.beta` and its longer forms; empty for
// what is no part of the configuration.
func configPath(x grammar.Expr) string {
	switch x.(type) {
	case *grammar.Call, *grammar.Index:
	default:
		return ""
	}
	text := grammar.String(x)
	for _, front := range []string{"Rails.application.config.", "Rails.configuration.", "config."} {
		if rest, ok := strings.CutPrefix(text, front); ok && dotted(rest) {
			return rest
		}
	}
	for _, front := range []string{"I18n.config.", "I18n."} {
		if rest, ok := strings.CutPrefix(text, front); ok && dotted(rest) {
			return "i18n." + rest
		}
	}
	return ""
}

// dotted tells names with dots between them.
func dotted(s string) bool {
	for part := range strings.SplitSeq(s, ".") {
		if !ruby.IsWord(part) {
			return false
		}
	}
	return true
}

// ---- config_for

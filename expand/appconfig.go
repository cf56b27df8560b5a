package expand

import (
	"bytes"
	"maps"
	"regexp"
	"slices"
	"strings"

	"signalbox/dsl"
	"signalbox/dsl/core"
	"signalbox/expand/code"
	"signalbox/expand/definitions"
	"signalbox/expand/files"
	"signalbox/expand/ruby"
	"signalbox/grammar"
)

// What the application's configuration says in so many words: assignments such
// as `config.x.beta = true` of config/application.rb, of the environment's file
// and of the initializers, in this order.

// A configuration is what the application's files say in its configuration.
type configuration struct {
	l      *loader
	values map[string]configValue // by their paths, once they were asked for
	depth  int                    // of values that others ask for
	// attributes are those of the application's classes; nil for what is unknown.
	attributes map[string]dsl.Value
	start      []*startFile           // once they were asked for
	writes     *configWrites          // of those
	files      map[string]*configFile // those of config_for
	// application is what config/application.rb says that is not looked up by a path.
	application applicationFile
	// controllerURLOptions are the default_url_options that it gives controllers.
	controllerURLOptions dsl.Value
	// environmentAt is what ENV holds when the application reads a file that changes it.
	environmentAt map[string]core.Environment
}

// A configValue is what the files give a path of the configuration, or what it is before: nil
// where only the application knows it as a whole.
type configValue struct {
	v     dsl.Value
	isSet bool        // by any statement
	at    grammar.Pos // where that was, at last
}

const configText = "Rails.application.config."

// value gives the value of an expression that the configuration settles.
func (cf *configuration) value(text string) (dsl.Value, bool) {
	if text == "ActiveStorage.routes_prefix" {
		return cf.storagePrefix()
	}
	path, ok := strings.CutPrefix(text, configText)
	if !ok {
		switch text {
		case "I18n.locale":
			if cf.setsLocale() {
				return nil, false
			}
			path = "i18n.default_locale"
		case "I18n.available_locales", "I18n.default_locale", "I18n.config.available_locales":
			path = "i18n." + text[strings.LastIndexByte(text, '.')+1:]
		default:
			return nil, false
		}
	}
	value := cf.at(path)
	cf.l.variables.noteAll(cf.l.variables.ofConfig[path])
	switch {
	case value.isSet:
		return asLocales(path, value.v), value.v != nil && dsl.UnknownIn(value.v) == nil
	case path == "i18n.default_locale":
		return dsl.Symbol("en"), true
	case !cf.l.layout.Exists("config/application.rb"): // what that says is not seen
		return nil, false
	}
	v, ok := configDefaults[path]
	return v, ok
}

// Configured implements [bundle.Host].
func (l *loader) Configured(path string, otherwise dsl.Value) (dsl.Value, grammar.Pos) {
	value := l.configuration.ask(path, otherwise)
	l.variables.noteAll(l.variables.ofConfig[path])
	if value.v == nil {
		value.v = dsl.NewUnknown(configText+path, value.at)
	}
	return value.v, value.at
}

// setsLocale reports whether a file of the configuration or of lib, or a middleware, sets
// the locale before a request comes to the routes.
func (cf *configuration) setsLocale() bool {
	middleware := append(cf.l.layout.Below("app/middleware"), cf.l.layout.Below("app/middlewares")...)
	return cf.l.definitions.AssignsGlobal("I18n.locale", middleware...)
}

// storagePrefix is what Active Storage takes from the configuration. Rails:
// ActiveStorage::Engine.
func (cf *configuration) storagePrefix() (dsl.Value, bool) {
	v, ok := cf.value(configText + "active_storage.routes_prefix")
	if ok && !ruby.Truthy(v) {
		v = dsl.NewString("/rails/active_storage")
	}
	return v, ok
}

// configDefaults are the values of settings that no file of the configuration
// changes. Rails: Application::Configuration#initialize.
var configDefaults = map[string]dsl.Value{
	"assume_ssl": dsl.False, "consider_all_requests_local": dsl.False, "force_ssl": dsl.False,
	"sandbox_by_default": dsl.False, "server_timing": dsl.False, "active_storage.routes_prefix": dsl.Nil,
}

// asLocales turns the names of locales into symbols, as I18n does.
func asLocales(path string, v dsl.Value) dsl.Value {
	if strings.HasPrefix(path, "i18n.") && strings.Contains(path, "locale") {
		return ruby.Symbols(v)
	}
	return v
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

// A question is the aim to know what the start makes of one value.
type question struct {
	anyAim
	l       *loader
	sets    func(grammar.Node) bool           // reports whether a piece of code may set it, or change it
	answers func(*dsl.Call) (dsl.Value, bool) // answers calls on the configuration; nil for others
	missed  func(text string)                 // hears of the calls that no code that runs answers; nil for nobody
	lost    bool                              // something that may set it did, or runs at another time
	at      grammar.Pos                       // where that was, or where it is set at last
	shown   string                            // the value as the files left it, if it is an object
}

// follow lets f run the start.
func (q *question) follow(s *start, f func(*reading)) {
	s.findMethods()
	as := q.l.run.to(toRead)
	as.audience, as.asks = hearsNothing, q
	s.reads(as, f)
}

// does implements [aim].
func (q *question) does(n grammar.Node) bool { return q.sets(n) }

// loses implements [aim].
func (q *question) loses(s *start, x grammar.Expr, _ *dsl.EvalError) {
	if s.matters(x) || len(code.AssignedIn(x)) > 0 {
		q.lost, q.at = true, x.Start()
	}
}

// unsure implements [aim].
func (q *question) unsure() { q.lost = true }

// A configQuestion is the question what the application's files give one path of the
// configuration: they are followed in the order of the start, as far as they concern it.
type configQuestion struct {
	question
	path  []string
	value dsl.Var
	unset dsl.Value // the value before something sets it
}

// maxConfigQuestions bounds the paths that are asked for.
const maxConfigQuestions = 500

// at returns what the files give a path.
func (cf *configuration) at(path string) configValue {
	if v, ok := cf.values[path]; ok {
		return v
	}
	if !dotted(path) || cf.depth > definitions.MaxDepth || len(cf.values) > maxConfigQuestions {
		return configValue{isSet: true}
	}
	cf.values[path] = configValue{isSet: true} // one that asks for itself is unknown
	cf.values[path] = cf.ask(path, dsl.NewUnknown(configText+path, grammar.Pos{}))
	return cf.values[path]
}

// ask asks for a path that has a value before something sets it.
func (cf *configuration) ask(path string, unset dsl.Value) configValue {
	cf.depth++
	defer func() { cf.depth-- }()
	q := &configQuestion{question: question{l: cf.l}, path: strings.Split(path, "."), unset: unset, value: dsl.VarOf(unset)}
	return q.ask()
}

// ask follows the start for the value.
func (q *configQuestion) ask() (value configValue) {
	if itself, whole := q.isSet(); whole && !itself {
		return configValue{isSet: true}
	} else if !itself {
		return configValue{v: q.unset}
	}
	s := q.l.newStart(&q.question)
	q.sets, q.answers = q.inCode, func(c *dsl.Call) (dsl.Value, bool) { return q.part(c, 0) }
	s.mark(func(f files.Text) bool { return q.inText(f.Src) })
	var missing []dsl.Unset
	q.follow(s, func(r *reading) {
		if q.path[0] == "i18n" {
			q.l.interp.SetHost(r.Module("I18n"), ruby.Receiver(q.i18n), q.l.moduleWords)
		}
		missing = q.l.variables.collect(s.boot)
		value = q.result()
	})
	missedFor(&q.l.variables.ofConfig, strings.Join(q.path, "."), missing)
	if q.shown != "" && !q.lost {
		value.v = q.again(q.l.Source(q.at.Filename), func(n grammar.Node) grammar.Expr {
			if a, ok := n.(*grammar.Assign); ok && (a.Target.Start() == q.at || a.Pos == q.at) {
				return a.Value
			}
			return nil
		})
	}
	return value
}

// isSet reports whether the files may set the value itself, or a whole that it is a part of;
// where they set parts, too, that is not followed.
func (q *configQuestion) isSet() (itself, whole bool) {
	writes, path := q.l.configuration.allWrites(), strings.Join(q.path, ".")
	if writes.wholes[path] {
		return false, true
	}
	itself = writes.names[q.last()]
	for n := range len(q.path) - 1 {
		front := strings.Join(q.path[:n+1], ".")
		itself, whole = itself || writes.within[front], whole || writes.paths[front]
		if q.l.configuration.values[front].isSet && !writes.paths[path] { // a method of what is unknown
			return false, true
		}
	}
	return itself, whole
}

func mentionsConfig(src []byte) bool {
	return bytes.Contains(src, []byte("config")) || bytes.Contains(src, []byte("I18n"))
}

// inText reports whether a text may say something of it.
func (q *configQuestion) inText(src []byte) bool {
	return mentionsConfig(src) && (bytes.Contains(src, []byte(q.last())) || len(q.path) > 1 && bytes.Contains(src, []byte(q.path[0])))
}

// inCode reports whether a piece of code may set the value, or change it.
func (q *configQuestion) inCode(n grammar.Node) bool {
	found, named, byName := code.CallsAny(n, map[string]bool{q.last(): true}), false, false
	eachWrite(n, func(w configWrite) {
		found = found || w.name == q.last() || q.isAround(w.path) || q.isAround(w.within)
		named, byName = named || w.key == q.last(), byName || w.byName
	})
	return found || named && byName
}

func (q *configQuestion) last() string { return q.path[len(q.path)-1] }

// isAround reports whether a path is that of the value, or of a whole that it is a part of.
func (q *configQuestion) isAround(path string) bool {
	return path != "" && strings.HasPrefix(strings.Join(q.path, ".")+".", path+".")
}

// A configWrite is what a piece of code may set.
type configWrite struct {
	name   string // a method or key that is set, whatever it is called on
	path   string // of the configuration, if it is a part of that
	within string // the part of the configuration of which something is set that a value names
	key    string // a name that stands in the code as a value
	byName bool   // something is set that a value names
}

// eachWrite visits what a piece of code may set.
func eachWrite(n grammar.Node, visit func(configWrite)) {
	target := func(x grammar.Expr) {
		if at, ok := x.(*grammar.Index); ok {
			for _, arg := range at.Args {
				if key, ok := code.LiteralName(arg); ok {
					visit(configWrite{name: key})
				} else {
					visit(configWrite{within: configPath(at.Recv), byName: true})
				}
			}
		}
		if c, ok := code.ChangedPart(x).(*grammar.Call); ok {
			visit(configWrite{name: c.Name, path: configPath(x)})
		}
	}
	grammar.Walk(n, func(n grammar.Node) {
		switch n := n.(type) {
		case *grammar.Assign:
			target(n.Target)
		case *grammar.OpAssign:
			target(n.Target)
		case *grammar.MultiAssign:
			for _, t := range n.Targets.List {
				target(t)
			}
		case *grammar.Call:
			if code.CallsByName[n.Name] && len(n.Args) > 0 {
				write := configWrite{byName: true}
				if _, ok := code.LiteralName(n.Args[0]); !ok {
					write.within = configPath(n.Recv)
				}
				visit(write)
			}
			if dsl.Changes(n.Name) {
				visit(configWrite{byName: true})
				target(n.Recv)
			}
		case *grammar.Sym:
			visit(configWrite{key: strings.TrimSuffix(n.Name, "=")})
		case *grammar.Str:
			visit(configWrite{key: strings.TrimSuffix(n.Value, "=")})
		}
	})
}

// configWrites are what the files of the start may set.
type configWrites struct {
	names, paths, within map[string]bool
	wholes               map[string]bool // the paths below which others are set later
}

func (cf *configuration) allWrites() *configWrites {
	if cf.writes != nil {
		return cf.writes
	}
	cf.writes = &configWrites{map[string]bool{}, map[string]bool{}, map[string]bool{}, map[string]bool{}}
	for _, f := range cf.startFiles() {
		if !mentionsConfig(f.Src) {
			continue
		}
		keys, byName := map[string]bool{}, false
		if file := cf.l.Source(f.Name); file != nil {
			eachWrite(file, func(w configWrite) {
				cf.writes.names[w.name], cf.writes.paths[w.path], cf.writes.within[w.within] = true, true, true
				keys[w.key], byName = true, byName || w.byName
				delete(cf.writes.wholes, w.path)
				for i, c := range w.path {
					cf.writes.wholes[w.path[:i]] = cf.writes.wholes[w.path[:i]] || c == '.'
				}
			})
		}
		if byName {
			maps.Copy(cf.writes.names, keys)
		}
	}
	return cf.writes
}

// part answers a call on the configuration below the first n names of the path; ok is false
// for what does not concern it.
func (q *configQuestion) part(c *dsl.Call, n int) (_ dsl.Value, ok bool) {
	name, args := c.Name, c.Args
	if (name == "[]" || name == "[]=") && len(args) > 0 { // config.x[:beta]
		name, args = ruby.NameText(args[0])+strings.TrimPrefix(name, "[]"), args[1:]
		if dsl.IsUnknown(c.Args[0]) {
			name = ""
		}
	}
	name, sets := strings.CutSuffix(name, "=")
	last := n == len(q.path)-1
	switch {
	case name == "" || name != q.path[n] && n > 0 && !sets && dsl.Changes(name), name == q.path[n] && sets && !last:
		q.value.Set(c.Thread, unknownCall(c, configText+strings.Join(q.path[:n], ".")))
		return nil, false
	case name != q.path[n]:
		return nil, false
	case sets && len(args) == 1:
		q.value.Set(c.Thread, args[0])
		q.at = c.Pos
		return args[0], true
	case last:
		return q.value.Get(), true
	}
	front := configText + strings.Join(q.path[:n+1], ".")
	return q.l.interp.NewObject(q.l.interp.NewClass("ActiveSupport::OrderedOptions", nil, q.l.hostWords), ruby.Receiver(func(c *dsl.Call) dsl.Value {
		if v, ok := q.part(c, n+1); ok {
			return v
		}
		return q.l.unknownCall(c, front)
	})), true
}

// i18n answers for I18n, which has the configuration of that name.
func (q *configQuestion) i18n(c *dsl.Call) dsl.Value {
	if c.Name == "config" {
		return c.Self
	}
	if v, ok := q.part(c, 1); ok {
		return v
	}
	return q.l.unknownCall(c, "I18n")
}

// result is the value at the end of the start.
func (q *configQuestion) result() configValue {
	v := q.value.Get()
	switch {
	case q.lost:
		return configValue{isSet: true, at: q.at}
	case v == q.unset && q.at.Line == 0:
		return configValue{v: v}
	case dsl.UnknownIn(v) == nil && !isPlain(v):
		q.shown = q.inspect(v)
		return configValue{isSet: true, at: q.at}
	}
	return configValue{v: ruby.Kept(v), isSet: true, at: q.at}
}

// isPlain reports whether a value is what it is once what the files did is undone.
func isPlain(v dsl.Value) bool {
	switch v := v.(type) {
	case *dsl.Array:
		return !slices.ContainsFunc(v.Elems, func(e dsl.Value) bool { return !isPlain(e) })
	case *dsl.Hash:
		for i := range v.Len() {
			if key, e := v.At(i); !isPlain(key) || !isPlain(e) {
				return false
			}
		}
		return true
	case *dsl.Object, *dsl.Proc:
		return false
	}
	return true
}

// inspect is the text of an object, which is the same for one that was made like it.
func (q *question) inspect(v dsl.Value) string {
	text, err := q.l.looking.Beside().Inspect(v)
	if err != nil {
		q.lost = true
	}
	return objectID.ReplaceAllString(text, "")
}

var objectID = regexp.MustCompile(`0x[0-9a-f]+`)

// again evaluates expressions of a file once more, which value picks, for objects that are to
// stay. It returns the one that is shown; nil if there is none, or if the files changed it since.
func (q *question) again(file *grammar.File, value func(grammar.Node) grammar.Expr) dsl.Value {
	if file == nil {
		return nil
	}
	var values []grammar.Expr
	within := map[grammar.Expr][]grammar.Expr{} // the classes around them
	add := func(around []grammar.Expr, list *grammar.Stmts) {
		grammar.Walk(list, func(n grammar.Node) {
			if x := value(n); x != nil && code.Closed(x) {
				values, within[x] = append(values, x), around
			}
		})
	}
	add(nil, file.Body)
	code.EachClass(file.Body, nil, func(around []grammar.Expr, x grammar.Expr) {
		if c, ok := x.(*grammar.Class); !ok || c.Name.Name != "Application" { // which is no class here
			add(around, code.BodyOf(x).Stmts)
		}
	})
	for _, x := range values {
		v, err := q.l.definitions.Eval(file, within[x], inApplication(x))
		if err == nil && dsl.UnknownIn(v) == nil && q.inspect(v) == q.shown && !q.lost {
			return v
		}
	}
	return nil
}

package expand

import (
	"bytes"
	"slices"
	"strings"

	"signalbox/dsl"
	"signalbox/grammar"
)

// The default_url_options that the configuration gives:
//
//	Rails.application.routes.default_url_options[:host] = "example.org"
//	config.action_controller.default_url_options = { locale: "en" }
//
// The first are those of all helpers, the second those of helpers in controllers; those of
// mailers are read since others are often set to them.

const urlOptionsWord = "default_url_options"

// Whose default_url_options they are; an engine's routes have its name.
const (
	ofRoutes      = ""
	ofControllers = "action_controller"
	ofMailers     = "action_mailer"
)

// readURLOptions takes what config/application.rb, the environment's file and the
// initializers say, in this order, unless the routes file says more.
func (l *loader) readURLOptions() {
	r := &urlOptionsReader{given: map[string]*dsl.Hash{}, unknown: map[string]*dsl.Unknown{}}
	names := append([]string{"config/application.rb", "config/environments/" + l.options.RailsEnv + ".rb"}, l.initializerFiles()...)
	for _, name := range names {
		if src, err := l.read(name); err != nil || !bytes.Contains(src, []byte(urlOptionsWord)) {
			continue
		}
		if file := l.source(name); file != nil {
			r.s = &skeleton{l: l, file: file}
			r.stmts(file.Body, nil)
		}
	}
	for whose, options := range r.given {
		set := l.setNamed(whose)
		if set == nil {
			continue
		}
		if own, ok := set.urlOptions.Get().(*dsl.Hash); ok && own.Len() == 0 {
			merge(own, options)
			set.table.unknownOptions = r.unknown[whose]
		}
	}
	for _, set := range l.sets {
		set.table.ControllerURLOptions = r.given[ofControllers]
		set.table.unknownControllerOptions = r.unknown[ofControllers]
	}
}

// setNamed gives the routes of the application or of an engine; nil for others.
func (l *loader) setNamed(whose string) *routeSet {
	if whose == ofRoutes {
		return l.main
	}
	for class, e := range l.engines {
		if class.Name() == whose {
			return e.set
		}
	}
	return nil
}

// A urlOptionsReader reads the files, one after another.
type urlOptionsReader struct {
	s       *skeleton
	given   map[string]*dsl.Hash    // by whose they are
	unknown map[string]*dsl.Unknown // what only the application knows as a whole
	open    *dsl.Unknown            // the condition that decides whether the statements run
	depth   int
}

// of gives the options that were read so far.
func (r *urlOptionsReader) of(whose string) *dsl.Hash {
	h := r.given[whose]
	if h == nil {
		h = dsl.NewHash(1)
		r.given[whose] = h
	}
	return h
}

// stmts reads statements; before are the assignments that they may use.
func (r *urlOptionsReader) stmts(list *grammar.Stmts, before []grammar.Expr) {
	if list == nil || r.depth > maxFolderDepth {
		return
	}
	r.depth++
	defer func() { r.depth-- }()
	for _, x := range list.List {
		switch x := x.(type) {
		case *grammar.Assign:
			if !r.assign(x, before) {
				before = append(before[:len(before):len(before)], x)
			}
		case *grammar.Call:
			r.call(x, before)
		case *grammar.Class:
			r.body(x.Body, before)
		case *grammar.Module:
			r.body(x.Body, before)
		case *grammar.OpAssign:
			r.orAssign(x, before)
		case *grammar.If:
			r.branches(x, before)
		case *grammar.Begin:
			r.body(x.Body, before)
		case *grammar.Case:
			r.whens(x, before)
		}
	}
}

func (r *urlOptionsReader) body(b *grammar.Body, before []grammar.Expr) {
	if b != nil {
		r.stmts(b.Stmts, before)
	}
}

// whens reads the assignments in the branches of a case, of which only the application
// knows which one runs.
func (r *urlOptionsReader) whens(x *grammar.Case, before []grammar.Expr) {
	outer := r.open
	defer func() { r.open = outer }()
	r.open = &dsl.Unknown{Text: "case", Pos: x.Pos}
	if x.Subject != nil {
		r.open = &dsl.Unknown{Text: grammar.String(x.Subject), Pos: x.Subject.Start()}
	}
	for _, w := range x.Whens {
		r.stmts(w.Body, before)
	}
	r.stmts(x.Else, before)
}

// branches reads the side of a condition that runs, or both, of which only the
// application knows the values.
func (r *urlOptionsReader) branches(x *grammar.If, before []grammar.Expr) {
	when := r.value(x.Cond, before)
	if u := dsl.UnknownIn(when); u != nil {
		outer := r.open
		r.open = u
		r.stmts(x.Then, before)
		r.stmts(x.Else, before)
		r.open = outer
		return
	}
	if truthy(when) != x.Unless {
		r.stmts(x.Then, before)
	} else {
		r.stmts(x.Else, before)
	}
}

// assign reads `routes.default_url_options = {...}` and `...[:host] = value`.
func (r *urlOptionsReader) assign(x *grammar.Assign, before []grammar.Expr) bool {
	if whose, ok := whoseOptions(x.Target); ok {
		r.replace(whose, r.options(x.Value, before))
		return true
	}
	whose, key, ok := r.part(x.Target, before)
	if ok {
		r.set(whose, key, r.value(x.Value, before))
	}
	return ok
}

// part is the key in `routes.default_url_options[:host]`.
func (r *urlOptionsReader) part(x grammar.Expr, before []grammar.Expr) (whose string, key dsl.Value, ok bool) {
	index, ok := x.(*grammar.Index)
	if !ok || len(index.Args) != 1 {
		return "", nil, false
	}
	if whose, ok = whoseOptions(index.Recv); !ok {
		return "", nil, false
	}
	return whose, r.value(index.Args[0], before), true
}

// orAssign reads `routes.default_url_options[:host] ||= value`.
func (r *urlOptionsReader) orAssign(x *grammar.OpAssign, before []grammar.Expr) {
	if whose, ok := whoseOptions(x.Target); ok && x.Op == "||" {
		if r.given[whose] == nil {
			r.replace(whose, r.options(x.Value, before))
		}
		return
	}
	if whose, key, ok := r.part(x.Target, before); ok && x.Op == "||" && !truthy(option(r.of(whose), key)) {
		r.set(whose, key, r.value(x.Value, before))
	}
}

// call reads `routes.default_url_options.merge!(...)`, and the blocks that run as the
// application starts.
func (r *urlOptionsReader) call(x *grammar.Call, before []grammar.Expr) {
	if whose, ok := whoseOptions(x.Recv); ok && len(x.Args) == 1 {
		switch x.Name {
		case "merge!", "update":
			r.merge(whose, r.options(x.Args[0], before))
		case "replace":
			r.replace(whose, r.options(x.Args[0], before))
		case "reverse_merge!":
			given := r.options(x.Args[0], before)
			if h, ok := given.(*dsl.Hash); ok {
				given = merged(h, r.of(whose))
			}
			r.merge(whose, given)
		}
		return
	}
	if x.Block != nil && (isStartHook(x.Name) || x.Name == "configure") {
		r.body(x.Block.Body, before)
	}
}

// replace takes the options for what was there.
func (r *urlOptionsReader) replace(whose string, options dsl.Value) {
	if r.open == nil {
		r.given[whose] = dsl.NewHash(1)
		delete(r.unknown, whose)
	}
	r.merge(whose, options)
}

// merge takes options. Those that only the application knows as a whole are noted.
func (r *urlOptionsReader) merge(whose string, options dsl.Value) {
	switch options := options.(type) {
	case *dsl.Hash:
		for i := range options.Len() {
			key, v := options.At(i)
			r.set(whose, key, v)
		}
	case *dsl.Unknown:
		r.set(whose, dsl.Symbol("host"), options)
		r.unknown[whose] = options
	}
}

// set takes one option. What only the application knows stays unknown.
func (r *urlOptionsReader) set(whose string, key, v dsl.Value) {
	if r.open != nil {
		v = &dsl.Unknown{Text: r.open.Text, Pos: r.open.Pos}
	}
	if key, ok := key.(*dsl.Unknown); ok {
		r.merge(whose, key)
		return
	}
	r.of(whose).Set(key, v)
}

// options is the value of an expression that gives options; of those that are written
// out, each is known by itself.
func (r *urlOptionsReader) options(x grammar.Expr, before []grammar.Expr) dsl.Value {
	if whose, ok := whoseOptions(x); ok {
		if u := r.unknown[whose]; u != nil {
			return u
		}
		return merged(r.given[whose], nil)
	}
	list, ok := x.(*grammar.Hash)
	if !ok || slices.ContainsFunc(list.Pairs, func(p grammar.Pair) bool { return p.Key == nil }) {
		return r.value(x, before)
	}
	h := dsl.NewHash(len(list.Pairs))
	for _, p := range list.Pairs {
		key := r.value(p.Key, before)
		if u, ok := key.(*dsl.Unknown); ok {
			return u
		}
		h.Set(key, r.value(p.Value, before))
	}
	return h
}

// value is what an expression gives after the assignments before it.
func (r *urlOptionsReader) value(x grammar.Expr, before []grammar.Expr) dsl.Value {
	if whose, key, ok := r.part(x, before); ok && r.unknown[whose] == nil {
		if v := option(r.given[whose], key); v != nil {
			return v
		}
		return dsl.Nil
	}
	v, err := r.s.eval(append(needed(before, x), x)...)
	if err != nil {
		return &dsl.Unknown{Text: grammar.String(x), Pos: x.Start()}
	}
	return v
}

// UnknownURLOptions returns the expressions that the configuration gives as
// default_url_options of the routes or of controllers, and whose value only the application
// knows. Helpers take such options for a host, without which a path is made.
func (t *Table) UnknownURLOptions() []*dsl.Unknown {
	var all []*dsl.Unknown
	for _, u := range []*dsl.Unknown{t.unknownOptions, t.unknownControllerOptions} {
		if u != nil {
			all = append(all, u)
		}
	}
	return all
}

// whoseOptions tells whose default_url_options an expression is: of the routes of the
// application or an engine, of controllers, of mailers.
func whoseOptions(x grammar.Expr) (whose string, ok bool) {
	c, isCall := x.(*grammar.Call)
	if !isCall || c.Name != urlOptionsWord || c.Recv == nil {
		return "", false
	}
	on := strings.TrimPrefix(grammar.String(c.Recv), "::")
	routes, isRoutes := strings.CutSuffix(on, "routes")
	switch owner := strings.TrimSuffix(routes, "."); {
	case strings.HasSuffix(on, ".action_controller"), on == "ActionController::Base", on == "ActionController::API":
		return ofControllers, true
	case strings.HasSuffix(on, ".action_mailer"), on == "ActionMailer::Base":
		return ofMailers, true
	case isApplication(owner), isRoutes && (owner == "" || owner == "self"):
		return ofRoutes, true
	case isRoutes && isConstant(owner):
		return owner, true
	}
	return "", false
}

// isApplication reports whether the source of an expression is that of the application.
func isApplication(text string) bool {
	return text == "Rails.application" || text == "Rails.app" || text == "app" || text == "application" ||
		isConstant(text) && (text == "Application" || strings.HasSuffix(text, "::Application"))
}

package mapper

import (
	"bytes"
	"errors"
	"strings"

	"signalbox/dsl"
	"signalbox/expand/route"
	"signalbox/expand/ruby"
	"signalbox/internal/uri"
)

// formatKind is what becomes of a path's end.
type formatKind uint8

const (
	formatOptional formatKind = iota // (.:format)
	formatRequired                   // .:format, by format: true
	formatNone                       // by format: false
)

func formatOf(v dsl.Value) formatKind {
	switch v {
	case dsl.True:
		return formatRequired
	case dsl.False:
		return formatNone
	}
	return formatOptional
}

// add is add_route, on both sides of the conditions that decide on an option of the
// scopes around.
func (t *target) add(m *Mapper) {
	if when, with, without := splitHash(m.scope.options, ""); when != nil {
		own := *t
		add := func(options *dsl.Hash) {
			s := m.scope
			defer func(before *dsl.Hash) { s.options = before }(s.options)
			s.options = options
			own.add(m)
		}
		ruby.Fork(m.t, when, func() { add(with) }, func() { add(without) })
		return
	}
	if m.rewriter.add == nil {
		t.addRoute(m, false)
		return
	}
	own := *t
	ruby.Whether(m.t, m.rewriter.on.Get(), func() { own.addRoute(m, true) }, func() { own.addRoute(m, false) })
}

// addRoute makes path, name and mapping of one route.
func (t *target) addRoute(m *Mapper, rewritten bool) {
	action := m.actionText(t.arg)
	if m.scope.picksPathName(action) {
		own := *t
		m.eachPathName(action, func() { own.addRoute(m, rewritten) })
		return
	}
	t.writePath(m, action)
	path := m.pathOf(m.buf, formatOf(t.format))
	defaultAction := t.action
	if !ruby.Truthy(defaultAction) {
		defaultAction = m.scope.action
	}
	named := lineOfNames(action)
	if named && !ruby.Truthy(defaultAction) && !strings.Contains(action, "/") {
		defaultAction = actionString(action)
	}
	name, falsely := "", false
	var taken *dsl.Unknown
	if t.hasAs && !ruby.Truthy(t.as) {
		falsely = t.as == dsl.False
	} else {
		name, taken = m.nameFor(t.as, t.hasAs, action, named)
	}
	if rewritten {
		m.rewriter.add(&Declared{m: m, target: *t, Path: path, Name: name, action: defaultAction})
		return
	}
	r := t.route(m, path, defaultAction)
	r.NamedFalse = falsely
	if taken == nil {
		t.record(m, r, name)
		return
	}
	unnamed := m.set.Again(r)
	ruby.Fork(m.t, taken, func() { t.record(m, unnamed, "") }, func() { t.record(m, r, name) })
}

// actionText is the first argument as text.
func (m *Mapper) actionText(path dsl.Value) string {
	switch p := path.(type) {
	case dsl.Symbol:
		return string(p)
	case *dsl.String:
		if u := dsl.UnknownIn(p); u != nil {
			m.drawing.addPlaceholder(":"+u.Text(), u.Text())
		}
		return p.String()
	}
	return m.PathText(path)
}

// pathUnknown is what only the application knows in the text of a path; nil for nothing.
func (t *target) pathUnknown() *dsl.Unknown {
	if s, ok := t.arg.(*dsl.String); ok {
		return dsl.UnknownIn(s)
	}
	return nil
}

// lineOfNames is /^[\w\-\/]+$/ on any line.
func lineOfNames(s string) bool {
	for line := range strings.SplitSeq(s, "\n") {
		if isNamePath(line) {
			return true
		}
	}
	return false
}

// writePath is path_for_action: it leaves the path in m.buf.
func (t *target) writePath(m *Mapper, action string) {
	m.buf = append(m.buf[:0], m.scope.path...)
	switch {
	case ruby.Truthy(t.path):
		own := action
		if t.path != t.arg {
			own = m.PathText(t.path)
		}
		m.buf = append(m.buf, '/')
		m.buf = append(m.buf, own...)
	case m.scope.canonicalAction(action):
	default:
		segment := m.actionPath(action)
		m.buf = append(m.buf, '/')
		m.buf = append(m.buf, segment...)
	}
	if len(bytes.TrimSpace(m.buf)) == 0 {
		panic(dsl.Fail(dsl.Raise("ArgumentError", "path is required")))
	}
}

// pathOf escapes, normalizes and parses a path. Neighbours often have the same.
func (m *Mapper) pathOf(raw []byte, format formatKind) *route.Path {
	if m.lastPath != nil && m.lastFormat == format && bytes.Equal(raw, m.lastText) {
		return m.lastPath
	}
	m.lastText, m.lastPath = append(m.lastText[:0], raw...), nil
	var path string
	switch plain := plainPath(raw); {
	case plain && (format == formatRequired || !bytes.HasSuffix(raw, formatEnd)):
		m.buf = append(raw, formatSuffix[format]...)
		path = string(m.buf)
	default:
		path = string(raw)
		m.validText(path)
		if !plain {
			path = mapperPath(uri.EscapeUnsafe(path))
		}
		if format == formatRequired || format == formatOptional && !hasFormat(path) {
			path += formatSuffix[format]
		}
	}
	p, err := route.ParsePath(path)
	if err != nil {
		if e, ok := err.(*route.PathError); ok {
			err = dsl.Raise(e.Class, "%s", e.Message)
		}
		panic(dsl.Fail(err))
	}
	if p.String() != path && closesTooMuch(path) {
		m.remark(route.UnbalancedPath, path, nil, nil)
		return p
	}
	m.lastPath, m.lastFormat = p, format
	return p
}

var formatEnd = []byte(".:format")

var formatSuffix = [...]string{"(.:format)", ".:format", ""}

// actionStrings are the values of the usual actions, shared by all routes.
var actionStrings = func() map[string]*dsl.String {
	all := map[string]*dsl.String{}
	for _, a := range resourceActions {
		all[a] = dsl.NewFrozenString(a)
	}
	return all
}()

func actionString(action string) *dsl.String {
	if s := actionStrings[action]; s != nil {
		return s
	}
	return dsl.NewString(strings.ReplaceAll(action, "-", "_"))
}

// ---- the mapping

var (
	controllerKey dsl.Value = dsl.Symbol("controller")
	actionKey     dsl.Value = dsl.Symbol("action")
	formatKey     dsl.Value = dsl.Symbol("format")

	usualRequired = []dsl.Value{controllerKey, actionKey}
	anyController = dsl.NewRegexp(".+?", 0)
	anyFormat     = dsl.NewRegexp(".+", 0)
	indexAct      = dsl.NewFrozenString("index")
)

// route is Rails' Mapping: it sorts the options into defaults, requirements
// and constraints.
func (t *target) route(m *Mapper, path *route.Path, action dsl.Value) *route.Route {
	options := t.options(m, path)
	t.normalizeOptions(m, path, options, action)
	r := m.set.newRoute()
	r.Path, r.Verbs = path, t.verbs
	r.Anchored, r.Internal = ruby.IsNil(t.anchor) || ruby.Truthy(t.anchor), ruby.Truthy(t.internal)
	r.ScopeOptions, r.Callables = m.scope.options, m.scope.callables

	own, ownHash := t.ownConstraints(m)
	if own != nil {
		r.Callables = []dsl.Value{own}
	}
	m.warnConstraintSlips(ownHash, r.Path)
	rest, patterns := splitOptions(m.t, r, options)
	constraints := mergeHash(m.t, mergeHash(m.t, m.scope.constraints, patterns), ownHash)
	r.Requirements.Hash = m.splitConstraints(r, options, constraints)
	m.noteGuards(r, own, patterns, ownHash)
	t.fillDefaults(m, r, rest, ownHash)
	if path.Has("action") {
		if _, ok := r.Requirements.Sym("action"); !ok {
			if v, _ := r.Defaults.Sym("action"); !ruby.Truthy(v) {
				r.Defaults.Set(actionKey, indexAct)
			}
		}
	}
	r.Endpoint = m.endpoint(t.to)
	return r
}

// options collects the patterns of globs, the options of the scopes and those
// of the declaration, in this order.
func (t *target) options(m *Mapper, path *route.Path) *dsl.Hash {
	options := m.t.NewHash(2 + m.scope.options.Len() + t.mapping.Len())
	if t.format != dsl.False {
		for _, p := range path.Params() {
			if p.Glob {
				if _, ok := options.Sym(p.Name); !ok {
					options.Set(dsl.Symbol(p.Name), route.GlobPattern)
				}
			}
		}
	}
	ruby.Merge(options, m.scope.options)
	ruby.Merge(options, t.mapping)
	return options
}

// ownConstraints splits constraints: into a hash and a callable.
func (t *target) ownConstraints(m *Mapper) (dsl.Value, *dsl.Hash) {
	if !ruby.Truthy(t.constraints) {
		return nil, nil
	}
	if h, ok := t.constraints.(*dsl.Hash); ok {
		return nil, h
	}
	if !m.drawing.responds(t.constraints, "call") && !m.drawing.responds(t.constraints, "matches?") {
		shown := dsl.Must(m.t.Inspect(t.constraints))
		panic(dsl.Fail(dsl.Raise("ArgumentError", "Invalid constraint: %s must respond to :call or :matches?", shown)))
	}
	m.drawing.unknownConstraints(m, t.constraints)
	return t.constraints, nil
}

// splitOptions takes the regexps out of the options: they are constraints. rest
// is what becomes defaults; it is options itself when there were no regexps.
func splitOptions(t *dsl.Thread, r *route.Route, options *dsl.Hash) (_, _ *dsl.Hash) {
	rest, required, constraints := options, 0, patternsIn(t, options)
	for i := range options.Len() {
		key, v := options.At(i)
		if isPattern(v) {
			continue
		}
		if !r.Path.HasKey(key) {
			required++
		} else if u, ok := v.(*dsl.Unknown); ok { // a pattern, or a default
			open := opened(r)
			open.Parts = append(open.Parts, route.UnknownPart{Param: string(key.(dsl.Symbol)), Value: u})
		}
	}
	if required == 2 && options.Len() == 2 {
		k0, _ := options.At(0)
		if k1, _ := options.At(1); k0 == controllerKey && k1 == actionKey {
			r.RequiredDefaults = usualRequired
			return rest, constraints
		}
	}
	if constraints != nil {
		rest = t.NewHash(options.Len())
	}
	r.RequiredDefaults = make([]dsl.Value, 0, required)
	for i := range options.Len() {
		key, v := options.At(i)
		if isPattern(v) {
			continue
		}
		if constraints != nil {
			rest.Set(key, v)
		}
		if !r.Path.HasKey(key) {
			r.RequiredDefaults = append(r.RequiredDefaults, key)
		}
	}
	return rest, constraints
}

// patternsIn are the regexps among options; nil if there are none.
func patternsIn(t *dsl.Thread, options *dsl.Hash) (patterns *dsl.Hash) {
	for i := range options.Len() {
		key, v := options.At(i)
		if isPattern(v) {
			if patterns == nil {
				patterns = t.NewHash(2)
			}
			patterns.Set(key, v)
		}
	}
	return patterns
}

// splitConstraints returns those on the path's parameters as requirements
// and leaves those that a request can answer on the route.
func (m *Mapper) splitConstraints(r *route.Route, options, constraints *dsl.Hash) *dsl.Hash {
	var requirements *dsl.Hash
	for i := range constraints.Len() {
		key, v := constraints.At(i)
		if !r.Path.HasKey(key) && key != controllerKey {
			if m.requestAnswers(key) {
				if r.Constraints.Hash == nil {
					r.Constraints.Hash = m.t.NewHash(constraints.Len())
				}
				r.Constraints.Set(key, v)
			}
			continue
		}
		if re, ok := v.(*dsl.Regexp); ok {
			_, fromOptions := options.Get(key)
			checkRequirement(m.t, key, re, fromOptions)
		}
		if requirements == nil {
			requirements = m.t.NewHash(constraints.Len())
		}
		requirements.Set(key, v)
	}
	return requirements
}

// requestAnswers reports whether a request has a method of that name.
func (m *Mapper) requestAnswers(key dsl.Value) bool {
	switch k := key.(type) {
	case dsl.Symbol:
		return requestMethods[string(k)]
	case *dsl.String:
		return requestMethods[k.String()]
	case *dsl.Unknown:
		m.drawing.Unknown(m, k, "option list")
		return false
	}
	shown := dsl.Must(m.t.Inspect(key))
	panic(dsl.Fail(dsl.Raise("TypeError", "%s is not a symbol nor a string", shown)))
}

// checkRequirement is verify_regexp_requirements. Patterns that came as options
// of their own may be multi-line, those in constraints: may not.
func checkRequirement(t *dsl.Thread, key dsl.Value, re *dsl.Regexp, fromOptions bool) {
	src := re.Source
	if strings.HasPrefix(src, `\A`) || strings.HasPrefix(src, "^") || anchoredEnd(strings.TrimSuffix(src, "\n")) || anchoredEnd(src) {
		shown := dsl.Must(t.Inspect(key))
		panic(dsl.Fail(dsl.Raise("ArgumentError", "Regexp anchor characters are not allowed in routing requirements: %s", shown)))
	}
	if re.Options&dsl.MultiLine != 0 && !fromOptions {
		panic(dsl.Fail(dsl.Raise("ArgumentError", "Regexp multiline option is not allowed in routing requirements: %s", re.Inspect())))
	}
}

func anchoredEnd(src string) bool {
	return strings.HasSuffix(src, `\Z`) || strings.HasSuffix(src, `\z`) || strings.HasSuffix(src, "$")
}

// fillDefaults merges the defaults: of the format, of the URL constraints, of
// the scopes, of the options. It adds the format's requirement in front.
func (t *target) fillDefaults(m *Mapper, r *route.Route, rest, ownHash *dsl.Hash) {
	defaults := mergeHash(m.t, urlDefaults(ownHash), m.scope.defaults)
	var pattern, format dsl.Value
	switch f := t.format.(type) {
	case dsl.Bool:
		if f {
			pattern = anyFormat
		}
	case *dsl.Regexp:
		pattern, format = f, dsl.Nil
	case *dsl.String:
		re := dsl.NewRegexp(f.String(), 0)
		if err := re.Check(); err != nil {
			panic(dsl.Fail(dsl.Raise("RegexpError", "%s", err.Error())))
		}
		pattern, format = re, f
	}
	if pattern != nil {
		requirements := m.t.NewHash(1 + r.Requirements.Len())
		requirements.Set(formatKey, pattern)
		ruby.Merge(requirements, r.Requirements.Hash)
		r.Requirements.Hash = requirements
	}
	if format == nil && defaults.Len() == 0 {
		r.Defaults.Hash = rest
		return
	}
	r.Defaults.Hash = m.t.NewHash(1 + defaults.Len() + rest.Len())
	if format != nil {
		r.Defaults.Set(formatKey, format)
	}
	ruby.Merge(r.Defaults.Hash, defaults)
	ruby.Merge(r.Defaults.Hash, rest)
}

// ---- controller and action

// normalizeOptions adds controller and action, unless an object answers.
func (t *target) normalizeOptions(m *Mapper, path *route.Path, options *dsl.Hash, action dsl.Value) {
	if path.Has("controller") {
		if m.scope.module.ok {
			panic(dsl.Fail(dsl.Raise("ArgumentError", ":controller segment is not allowed within a namespace block")))
		}
		if v, _ := options.Sym("controller"); !ruby.Truthy(v) {
			options.Set(controllerKey, anyController)
		}
	}
	controller := t.controller
	switch to := t.to.(type) {
	case nil:
	case *dsl.String:
		if u := dsl.UnknownIn(to); u != nil {
			m.drawing.Unknown(m, u, "target")
		}
		if s := to.String(); strings.Contains(s, "#") {
			m.validText(s)
			controller, action = splitTarget(s)
		} else {
			action = to
		}
	default:
		if m.drawing.responds(to, "action") || m.drawing.responds(to, "call") {
			return
		}
		panic(dsl.Fail(dsl.Raise("ArgumentError", ":to must respond to `action` or `call`, or it must be a String that includes '#', or the controller should be implicit")))
	}
	controller = m.inModule(controller)
	if controller != nil {
		options.Set(controllerKey, controller)
	} else if !path.Has("controller") && !m.drawing.hasPlaceholder(path.String()) {
		panic(m.drawing.missingKey(missingKeyFormat, "controller"))
	}
	if !ruby.Truthy(action) {
		if !path.Has("action") && !m.drawing.hasPlaceholder(path.String()) {
			panic(m.drawing.missingKey(missingKeyFormat, "action"))
		}
		return
	}
	switch a := action.(type) {
	case *dsl.Regexp, *dsl.String:
	default:
		s := m.Str(a)
		action = actionString(s)
		if strings.Contains(s, "-") {
			action = dsl.NewString(s)
		}
	}
	options.Set(actionKey, action)
}

const missingKeyFormat = "Missing :%s key on routes definition, please check your routes."

// missingKey is the failure of a route that lacks an option.
func (d *Drawing) missingKey(format, arg string) dsl.Failure {
	err := dsl.Raise("ArgumentError", format, arg)
	errors.As(err, &d.lacksKey)
	return dsl.Fail(err)
}

// splitTarget is to.split("#"): trailing empty parts do not count.
func splitTarget(to string) (controller, action dsl.Value) {
	parts := strings.Split(to, "#")
	for len(parts) > 0 && parts[len(parts)-1] == "" {
		parts = parts[:len(parts)-1]
	}
	if len(parts) > 0 {
		controller = dsl.NewString(parts[0])
	}
	if len(parts) > 1 {
		action = dsl.NewString(parts[1])
	}
	return controller, action
}

// A controllerName is a controller with the module it was put in; neighbours
// mostly have the same.
type controllerName struct {
	module text
	name   string
	full   *dsl.String
}

// inModule puts the module in front of a controller and checks its name. Go's
// nil if there is none.
func (m *Mapper) inModule(controller dsl.Value) dsl.Value {
	module := m.scope.module
	var name string
	switch c := controller.(type) {
	case *dsl.Regexp:
		return c
	case *dsl.String:
		name = c.String()
	case dsl.Symbol:
		name = string(c)
	default:
		switch {
		case !ruby.Truthy(controller) && !module.ok:
			return nil
		case !ruby.Truthy(controller):
			controller = nil
		case dsl.IsUnknown(controller):
			s := m.Str(controller)
			return dsl.NewString(module.join("/", text{s, true}).s)
		default:
			panic(dsl.Fail(m.drawing.noMethod("start_with?", controller)))
		}
	}
	last := &m.lastCtl
	if last.full != nil && last.module == module && last.name == name && controller != nil {
		return last.full
	}
	full := name
	switch {
	case !module.ok:
	case controller == nil:
		full = module.s
	case strings.HasPrefix(name, "/"):
		full = name[1:]
	default:
		full = module.s + "/" + name
	}
	if !validController(full) && !m.drawing.hasPlaceholder(full) {
		panic(dsl.Fail(dsl.Raise("ArgumentError", "'%s' is not a supported controller name. This can lead to potential routing problems."+
			" See https://guides.rubyonrails.org/routing.html#specifying-a-controller-to-use", full)))
	}
	value := dsl.NewString(full)
	if controller != nil {
		*last = controllerName{module, name, value}
	}
	return value
}

// validController is /\A[a-z_0-9][a-z_0-9\/]*\z/.
func validController(s string) bool {
	for i := range len(s) {
		c := s[i]
		if !(c >= 'a' && c <= 'z' || c == '_' || c >= '0' && c <= '9' || c == '/' && i > 0) {
			return false
		}
	}
	return s != ""
}

package mapper

import (
	"slices"

	"signalbox/dsl"
	"signalbox/expand/ruby"
)

// A level tells where in a resource a scope stands: what Rails calls
// scope_level.
type level uint8

const (
	topLevel level = iota
	inResources
	inResource
	inNested
	inCollection
	inMember
	inNew
	inRoot
)

// resourceScope holds directly in `resources` or `resource`.
func (l level) resourceScope() bool { return l == inResources || l == inResource }

// methodScope holds where the canonical actions need no path of their own.
func (l level) methodScope() bool { return l == inCollection || l == inMember || l == inNew }

// A text is a string that may be absent (nil or false in Ruby).
type text struct {
	s  string
	ok bool
}

// A scope is what the declarations around a route say about it. Scopes are
// values: entering one copies the outer scope and changes a few fields, so that
// all lookups are one field access and nothing is merged twice. Rails:
// Mapper::Scope.
type scope struct {
	parent *scope
	level  level

	path        string
	shallowPath text
	as          text
	shallowAs   text
	module      text

	controller, action, via, format, to dsl.Value // Go's nil when not set

	pathNames   *dsl.Hash
	constraints *dsl.Hash
	defaults    *dsl.Hash
	options     *dsl.Hash
	callables   []dsl.Value
	guards      []guardSite
	actions     *actionOptions
	resource    *resource

	shallow bool
	// nestedShallow holds if a resource around is shallow, Rails'
	// shallow_nesting_depth >= 1.
	nestedShallow bool
}

// actionOptions are `scope only:, except:`.
type actionOptions struct{ only, except dsl.Value }

// enter makes a scope inside the present one and goes there; the caller
// changes it and calls leave in the end.
func (m *Mapper) enter() *scope {
	s := m.free
	if s == nil {
		s = new(scope)
	} else {
		m.free = s.parent
	}
	*s = *m.scope
	s.parent = m.scope
	m.t.ChargeMemory(m.scope.size())
	m.scope = s
	return s
}

// size is what the texts and lists of a scope take, in bytes.
func (s *scope) size() int {
	return len(s.path) + len(s.shallowPath.s) + len(s.as.s) + len(s.shallowAs.s) + len(s.module.s) + 16*len(s.callables)
}

// enterLevel is enter with another level.
func (m *Mapper) enterLevel(l level) *scope {
	s := m.enter()
	s.level = l
	return s
}

// leave goes back to the scope around. Scopes end in the reverse order of
// their beginning, so they can be used again.
func (m *Mapper) leave() {
	s := m.scope
	m.scope = s.parent
	s.parent = m.free
	m.free = s
}

// joinPath is merge_path_scope.
func joinPath(parent, child string) string { return mapperPath(parent + "/" + child) }

// join is merge_as_scope, merge_module_scope and their kin: a separator
// between both, as soon as there is something outside.
func (t text) join(sep string, child text) text {
	if t.ok {
		return text{t.s + sep + child.s, true}
	}
	return child
}

// mergeHash is merge_options_scope.
func mergeHash(t *dsl.Thread, parent, child *dsl.Hash) *dsl.Hash {
	if child.Len() == 0 {
		return parent
	}
	if parent.Len() == 0 {
		return child
	}
	merged := t.CloneHash(parent)
	for i := range child.Len() {
		merged.Set(child.At(i))
	}
	return merged
}

// urlOption reports whether a constraint of that key becomes a default as well: Rails'
// URL_OPTIONS.
func urlOption(key dsl.Value) bool {
	switch key {
	case dsl.Symbol("protocol"), dsl.Symbol("subdomain"), dsl.Symbol("domain"), dsl.Symbol("host"), dsl.Symbol("port"):
		return true
	}
	return false
}

// urlDefaults returns those of a constraints hash; nil if there are none.
func urlDefaults(constraints *dsl.Hash) *dsl.Hash {
	var defaults *dsl.Hash
	for i := range constraints.Len() {
		key, v := constraints.At(i)
		if !urlOption(key) {
			continue
		}
		switch v.(type) {
		case *dsl.String, dsl.Int:
			if defaults == nil {
				defaults = dsl.NewHash(2)
			}
			defaults.Set(key, v)
		}
	}
	return defaults
}

// WithScope runs f in a scope that differs from the one around in what options say under Rails'
// keys; a fresh one says nothing else.
func (m *Mapper) WithScope(fresh bool, options *dsl.Hash, f func()) {
	s := m.enter()
	defer m.leave()
	m.drawing.ownOptions(s)
	if fresh {
		*s = scope{parent: s.parent}
	}
	for i := range options.Len() {
		key, v := options.At(i)
		m.setScope(s, ruby.NameText(key), v)
	}
	f()
}

// setScope sets what a scope says under one of Rails' keys.
func (m *Mapper) setScope(s *scope, key string, v dsl.Value) {
	h, _ := v.(*dsl.Hash)
	switch key {
	case "path":
		s.path = m.PathText(v)
	case "as":
		s.as = m.textOf(v)
	case "module":
		s.module = m.textOf(v)
	case "constraints":
		s.constraints = h
	case "defaults":
		s.defaults = h
	case "options":
		s.options = h
	case "format":
		s.format = present(v)
	}
}

// ---- words

// scopeWord is `scope`.
func (m *Mapper) scopeWord(c *dsl.Call) dsl.Value {
	options := ruby.CloneOptions(c.Keywords)
	actions := actionOptions{take(options, "only"), take(options, "except")}
	args := c.Args
	if old, rest := ruby.OldOptions(args); old != nil {
		args = rest
		for _, key := range []string{"only", "except"} { // both land in only, as in Rails
			if !ruby.Truthy(actions.only) {
				actions.only = take(old, key)
			}
		}
		ruby.Merge(options, old)
	}
	if slices.ContainsFunc(args, ruby.Truthy) {
		options.Set(dsl.Symbol("path"), m.joinArgs(args))
	}
	m.inScope(options, actions, func() { c.Yield() })
	return m.self
}

// inScope runs f in a scope with options, which it may change.
func (m *Mapper) inScope(options *dsl.Hash, actions actionOptions, f func()) {
	s := m.enter()
	defer m.leave()
	m.applyScope(s, options, actions)
	f()
}

// InScope is inScope for options that may hold those of actions.
func (m *Mapper) InScope(options *dsl.Hash, f func()) {
	m.inScope(options, actionOptions{take(options, "only"), take(options, "except")}, f)
}

func (m *Mapper) applyScope(s *scope, options *dsl.Hash, actions actionOptions) {
	if s.level != inNested {
		inherit(options, "shallow_path", "path")
		inherit(options, "shallow_prefix", "as")
	}
	constraints := m.scopeConstraints(s, options)
	for _, v := range [...]dsl.Value{actions.only, actions.except} {
		if u := dsl.UnknownIn(v); u != nil {
			m.drawing.unknownActions(m, u, dsl.Value(u) == v, false)
		}
	}
	if ruby.Truthy(actions.only) || ruby.Truthy(actions.except) {
		s.actions = &actions
	}
	if _, ok := options.Sym("anchor"); ok {
		panic(dsl.Fail(dsl.Raise("ArgumentError", "anchor is ignored unless passed to `match`")))
	}
	m.applyTexts(s, options)
	s.constraints = mergeHash(m.t, s.constraints, constraints)
	m.applyHashes(s, options)
	for _, f := range [...]struct {
		key   string
		field *dsl.Value
	}{{"controller", &s.controller}, {"action", &s.action}, {"via", &s.via}, {"format", &s.format}} {
		if v, ok := takeOK(options, f.key); ok {
			*f.field = present(v)
		}
	}
	if v, ok := takeOK(options, "shallow"); ok {
		s.shallow = ruby.Truthy(v)
	}
	// Rails takes the remaining options before it deletes `to`, so that it is
	// an option and the scope's target.
	to, ok := options.Sym("to")
	if options.Len() > 0 {
		s.guards = m.withConditions(s.guards, patternsIn(m.t, options))
		s.options = mergeHash(m.t, s.options, options)
	}
	m.drawing.ownOptions(s)
	if ok {
		s.to = present(to)
	}
}

// ownOptions makes an options hash of its own for a scope that the word `scope` makes, itself or
// within another word, as Rails does, where words may change it.
func (d *Drawing) ownOptions(s *scope) {
	if d.Host.ChangesOptions() {
		s.options = ruby.CloneOptions(s.options)
	}
}

// inherit is options[key] ||= options[from] if options.key?(from).
func inherit(options *dsl.Hash, key, from string) {
	v, ok := options.Sym(from)
	if !ok {
		return
	}
	if old, _ := options.Sym(key); !ruby.Truthy(old) {
		options.Set(dsl.Symbol(key), v)
	}
}

// scopeConstraints splits `constraints:` into the hash and the callable, which
// goes to the scope at once.
func (m *Mapper) scopeConstraints(s *scope, options *dsl.Hash) *dsl.Hash {
	v := take(options, "constraints")
	if !ruby.Truthy(v) {
		return nil
	}
	constraints, ok := v.(*dsl.Hash)
	if !ok {
		m.drawing.unknownConstraints(m, v)
		s.callables = append(s.callables[:len(s.callables):len(s.callables)], v)
		s.guards = append(s.guards[:len(s.guards):len(s.guards)], guardSite{value: v, at: m.guardPlace()})
		return nil
	}
	m.warnConstraintSlips(constraints, nil)
	s.guards = m.withConditions(s.guards, constraints)
	if defaults := urlDefaults(constraints); defaults != nil {
		options.Set(dsl.Symbol("defaults"), mergeHash(m.t, defaults, m.hashOption(options, "defaults")))
	}
	return constraints
}

func (m *Mapper) applyTexts(s *scope, options *dsl.Hash) {
	if v, ok := takeOK(options, "path"); ok {
		s.path = joinPath(s.path, m.PathText(v))
	}
	if v, ok := takeOK(options, "shallow_path"); ok {
		s.shallowPath = text{joinPath(s.shallowPath.s, m.PathText(v)), true}
	}
	for _, f := range [...]struct {
		key, sep string
		field    *text
	}{{"as", "_", &s.as}, {"shallow_prefix", "_", &s.shallowAs}, {"module", "/", &s.module}} {
		v, ok := takeOK(options, f.key)
		if !ok {
			continue
		}
		t := m.textOf(v)
		if v == dsl.False && f.field.ok {
			t.s = "false" // as Ruby writes it into the text; nil is nothing there
		}
		*f.field = f.field.join(f.sep, t)
	}
}

func (m *Mapper) applyHashes(s *scope, options *dsl.Hash) {
	for _, f := range [...]struct {
		key   string
		field **dsl.Hash
	}{{"path_names", &s.pathNames}, {"defaults", &s.defaults}} {
		if _, ok := options.Sym(f.key); !ok {
			continue
		}
		h, outer := m.hashOption(options, f.key), *f.field
		options.Delete(dsl.Symbol(f.key))
		if f.key == "path_names" { // resources_path_names changes it later
			outer = m.t.CloneHash(outer)
		}
		*f.field = mergeHash(m.t, outer, h)
	}
}

// namespace is `namespace`; inside a resource it is nested.
func (m *Mapper) namespace(c *dsl.Call) dsl.Value {
	if m.scope.level.resourceScope() {
		m.nestedScope(func() { m.plainNamespace(c) })
	} else {
		m.plainNamespace(c)
	}
	return m.self
}

func (m *Mapper) plainNamespace(c *dsl.Call) {
	name, options := m.namespaceOptions(c)
	if v, _ := options.Sym("module"); !ruby.Truthy(v) {
		options.Set(dsl.Symbol("module"), name)
	}
	path, ok := takeOK(options, "path")
	if !ok {
		path = name
	}
	setDefault(options, "as", name)
	setDefault(options, "shallow_path", path)
	as, _ := options.Sym("as")
	setDefault(options, "shallow_prefix", as)
	pathText := m.PathText(path)
	s := m.enter()
	defer m.leave()
	s.path = joinPath(s.path, pathText)
	// Options given as a hash in braces were not seen above; Rails hands them
	// on to scope, where path counts a second time.
	if len(c.Args) > 1 {
		if old, ok := c.Args[1].(*dsl.Hash); ok {
			ruby.Merge(options, old)
		}
	}
	m.InScope(options, func() { c.Yield() })
}

// namespaceOptions returns the name and a copy of the keywords. Of a hash in
// braces Rails heeds only `as`.
func (m *Mapper) namespaceOptions(c *dsl.Call) (dsl.Value, *dsl.Hash) {
	if len(c.Args) == 0 {
		panic(dsl.Fail(ruby.WrongArguments(0, "1..2")))
	}
	options := ruby.CloneOptions(c.Keywords)
	if len(c.Args) > 1 {
		if old, ok := c.Args[1].(*dsl.Hash); ok {
			if as, ok := takeOK(old, "as"); ok {
				options.Set(dsl.Symbol("as"), present(as))
			}
		}
	}
	if dsl.IsUnknown(c.Args[0]) {
		return c.Args[0], options
	}
	return dsl.NewString(m.Str(c.Args[0])), options
}

func setDefault(options *dsl.Hash, key string, v dsl.Value) {
	if _, ok := options.Sym(key); !ok {
		options.Set(dsl.Symbol(key), v)
	}
}

// controllerWord is `controller`.
func (m *Mapper) controllerWord(c *dsl.Call) dsl.Value {
	oneHash(c, 1)
	s := m.enter()
	defer m.leave()
	s.controller = present(ruby.OneHash(c))
	return c.Yield()
}

// constraintsWord is `constraints`.
func (m *Mapper) constraintsWord(c *dsl.Call) dsl.Value {
	oneHash(c, 0)
	options := dsl.NewHash(1)
	if v := ruby.OneHash(c); v != nil {
		options.Set(dsl.Symbol("constraints"), v)
	}
	m.inScope(options, actionOptions{}, func() { c.Yield() })
	return m.self
}

// defaultsWord is `defaults`.
func (m *Mapper) defaultsWord(c *dsl.Call) dsl.Value {
	oneHash(c, 0)
	s := m.enter()
	defer m.leave()
	if v := ruby.OneHash(c); v != nil {
		s.defaults = mergeHash(m.t, s.defaults, m.HashOf(v))
	}
	return c.Yield()
}

// shallowWord is `shallow`.
func (m *Mapper) shallowWord(c *dsl.Call) dsl.Value {
	m.enter().shallow = true
	defer m.leave()
	return c.Yield()
}

// pathNamesWord is `resources_path_names`.
func (m *Mapper) pathNamesWord(c *dsl.Call) dsl.Value {
	oneHash(c, 1)
	m.t.Changing(m.scope.pathNames)
	ruby.Merge(m.scope.pathNames, m.HashOf(ruby.OneHash(c)))
	return m.scope.pathNames
}

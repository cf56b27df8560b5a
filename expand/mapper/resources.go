package mapper

import (
	"fmt"
	"slices"
	"strings"

	"signalbox/dsl"
	"signalbox/expand/route"
	"signalbox/expand/ruby"
	"signalbox/grammar"
)

// A resource is what `resources` or `resource` declares. Rails:
// Mapper::Resources::Resource and SingletonResource.
type resource struct {
	singleton bool
	shallow   bool
	guardedActions
	// open are the actions that are there only if a condition holds.
	open map[actionSet]*dsl.Unknown

	name           string // as: or the declared name
	singular       string
	plural         string // of a singular resource without controller:
	collectionName string
	path           string
	param          string
	controller     dsl.Value
	options        actionOptions // only and except, of the scopes around if it has none
}

func (r *resource) memberScope() string {
	if r.singleton {
		return r.path
	}
	return r.path + "/:" + r.param
}

func (r *resource) nestedParam() string { return r.singular + "_" + r.param }

func (r *resource) nestedScope() string {
	if r.singleton {
		return r.path
	}
	return r.path + "/:" + r.nestedParam()
}

// An actionSet is a set of the seven actions.
type actionSet uint8

const (
	indexAction actionSet = 1 << iota
	createAction
	newAction
	showAction
	updateAction
	destroyAction
	editAction
)

// resourceActions are in Rails' order.
var resourceActions = [...]string{"index", "create", "new", "show", "update", "destroy", "edit"}

func actionOf(name string) actionSet {
	for i, a := range resourceActions {
		if a == name {
			return 1 << i
		}
	}
	return 0
}

// defaultActions are those of a resource without only and except.
func defaultActions(singleton, apiOnly bool) actionSet {
	all := actionSet(1<<len(resourceActions) - 1)
	if singleton {
		all &^= indexAction
	}
	if apiOnly {
		all &^= newAction | editAction
	}
	return all
}

// actionNames are the actions of a resource in the order of Rails' messages.
func actionNames(singleton bool) []string {
	if singleton {
		return []string{"show", "create", "update", "destroy", "new", "edit"}
	}
	return resourceActions[:]
}

// ---- resources and resource

// A resourceCall is a `resources` on its way: its options move step by step
// into scopes around it.
type resourceCall struct {
	singleton bool
	names     []dsl.Value
	options   *dsl.Hash
	block     func() // nil without a block
}

// resourceWord makes the method of `resources` and `resource`.
func resourceWord(singleton bool) WordFunc {
	return func(m *Mapper, c *dsl.Call) dsl.Value {
		m.declareResource(c, singleton)
		return m.self
	}
}

func (m *Mapper) declareResource(c *dsl.Call, singleton bool) {
	r := resourceCall{singleton: singleton, names: c.Args}
	if c.Keywords.Len() > 0 {
		r.options = c.Keywords.Clone()
	}
	if old, rest := ruby.OldOptions(c.Args); old != nil {
		if r.options == nil {
			r.options = dsl.NewHash(old.Len())
		}
		r.names = rest
		if concerns, ok := takeOK(old, "concerns"); ok {
			r.options.Set(dsl.Symbol("concerns"), concerns)
		}
		ruby.Merge(r.options, old)
	}
	if c.Block != nil {
		r.block = func() { c.Yield() }
	}
	r.draw(m)
}

// Resources is `resources` with one name.
func (m *Mapper) Resources(name dsl.Value, options *dsl.Hash, block func()) {
	resourceCall{names: []dsl.Value{name}, options: options, block: block}.draw(m)
}

// draw is apply_common_behavior_for and what comes after it.
func (r resourceCall) draw(m *Mapper) {
	if len(r.names) > 1 {
		for _, name := range r.names {
			one := r
			one.names = []dsl.Value{name}
			if r.options != nil {
				one.options = r.options.Clone()
			}
			one.draw(m)
		}
		return
	}
	shallow, _ := r.options.Sym("shallow")
	if ruby.Truthy(shallow) {
		r.options.Delete(dsl.Symbol("shallow"))
		m.enter().shallow = true
		defer m.leave()
		r.draw(m)
		return
	}
	if m.scope.level.resourceScope() {
		m.nestedScope(func() { r.draw(m) })
		return
	}
	if scoped := m.drawing.scopeOptions(r.options); scoped != nil {
		m.InScope(scoped, func() { r.draw(m) })
		return
	}
	r.drawOwn(m)
}

// scopeOptions moves the options that belong to a scope around the resource out
// of options: all but a few, and the regexps as constraints. Nil if there are
// none.
func (d *Drawing) scopeOptions(options *dsl.Hash) *dsl.Hash {
	for i := 0; i < options.Len(); {
		key, v := options.At(i)
		if !isPattern(v) {
			i++
			continue
		}
		constraints, _ := options.Sym("constraints")
		if !ruby.Truthy(constraints) {
			constraints = dsl.NewHash(1)
			options.Set(dsl.Symbol("constraints"), constraints)
		}
		h, ok := constraints.(*dsl.Hash)
		if !ok {
			panic(dsl.Fail(d.noMethod("[]=", constraints)))
		}
		h.Set(key, v)
		options.Delete(key)
	}
	var scoped *dsl.Hash
	for i := 0; i < options.Len(); {
		key, v := options.At(i)
		if resourceOption(key) {
			i++
			continue
		}
		options.Delete(key)
		if key == dsl.Symbol("shallow") && v == dsl.Nil {
			continue
		}
		if scoped == nil {
			scoped = dsl.NewHash(4)
		}
		scoped.Set(key, v)
	}
	return scoped
}

// resourceOption tells the options that stay on the resource.
func resourceOption(key dsl.Value) bool {
	switch key {
	case dsl.Symbol("as"), dsl.Symbol("controller"), dsl.Symbol("path"), dsl.Symbol("only"),
		dsl.Symbol("except"), dsl.Symbol("param"), dsl.Symbol("concerns"):
		return true
	}
	return false
}

// drawOwn draws the resource itself: the block, the concerns, the actions.
func (r resourceCall) drawOwn(m *Mapper) {
	res := r.resource(m)
	level := inResources
	if r.singleton {
		level = inResource
	}
	s := m.enterLevel(level)
	defer m.leave()
	s.resource = res
	s.nestedShallow = s.nestedShallow || res.shallow
	s.controller = res.controller
	if r.block != nil {
		r.block()
	}
	if concerns, _ := r.options.Sym("concerns"); ruby.Truthy(concerns) {
		m.useConcerns(ruby.List(concerns), dsl.NewHash(0))
	}
	if res.guards != nil {
		m.markGuarded(func() { res.drawActions(m) })
		return
	}
	res.drawActions(m)
}

// drawActions draws the canonical actions, in Rails' order.
func (res *resource) drawActions(m *Mapper) {
	if !res.singleton {
		res.drawCollection(m, indexAction|createAction)
	}
	if res.set&newAction != 0 {
		res.drawNew(m)
	}
	m.inMember(func() { res.drawMembers(m) })
	if res.singleton {
		res.drawCollection(m, createAction)
	}
}

func (res *resource) drawNew(m *Mapper) {
	if m.scope.picksPathName("new") {
		m.eachPathName("new", func() { res.drawNew(m) })
		return
	}
	m.inNew(func() { res.canonical(m, "new", verbGet) })
}

func (res *resource) drawCollection(m *Mapper, actions actionSet) {
	actions &= res.set
	if actions == 0 {
		return
	}
	s := m.enterLevel(inCollection)
	defer m.leave()
	s.path = joinPath(s.path, res.path)
	if actions&indexAction != 0 {
		res.canonical(m, "index", verbGet)
	}
	if actions&createAction != 0 {
		res.canonical(m, "create", verbPost)
	}
}

func (res *resource) drawMembers(m *Mapper) {
	for _, a := range [...]struct {
		action actionSet
		name   string
		verb   []string
	}{
		{editAction, "edit", verbGet},
		{showAction, "show", verbGet},
		{updateAction, "update", verbPatch},
		{updateAction, "update", verbPut},
		{destroyAction, "destroy", verbDelete},
	} {
		if res.set&a.action != 0 {
			res.canonical(m, a.name, a.verb)
		}
	}
}

// canonical draws one of the actions of a resource, as `get :index` would.
func (res *resource) canonical(m *Mapper, name string, v []string) {
	draw := func() { m.canonicalVerb(name, v) }
	if when := res.guards[name]; when != nil {
		m.drawGuarded(when, draw)
		return
	}
	if when := res.open[actionOf(name)]; when != nil {
		ruby.Fork(m.t, when, draw, nil)
		return
	}
	draw()
}

func (m *Mapper) canonicalVerb(name string, v []string) {
	if word := strings.ToLower(strings.Join(v, "|")); m.drawing.Interp.Defines(m.self, word) { // the application replaced it
		m.call.Send(m.self, word, dsl.Symbol(name))
		return
	}
	(&declaration{verbs: v}).mapOne(m, dsl.Symbol(name))
}

// ---- making a resource

func (r *resourceCall) resource(m *Mapper) *resource {
	param := "id"
	if v, _ := r.options.Sym("param"); ruby.Truthy(v) {
		param = m.Str(v)
		if strings.Contains(param, ":") && !dsl.IsUnknown(v) {
			panic(dsl.Fail(dsl.Raise("ArgumentError", ":param option can't contain colons")))
		}
	}
	var entity dsl.Value = dsl.Nil
	if len(r.names) > 0 {
		entity = r.names[0]
	}
	entities := m.Str(entity)
	res := &resource{singleton: r.singleton, shallow: m.scope.shallow, param: param, name: entities, path: entities}
	if u, ok := entity.(*dsl.Unknown); ok {
		res.path = ":" + placeholder(u)
	}
	m.resourceNames(res, r.options, entity, entities)
	res.options = r.actionOptions(m)
	res.guardedActions = r.actions(m, res, entities)
	return res
}

func (m *Mapper) resourceNames(res *resource, options *dsl.Hash, entity dsl.Value, entities string) {
	controller := entities
	if res.singleton {
		controller = inflect(m, "pluralize", entities)
		res.plural = controller
	}
	var unknown *dsl.Unknown // for the controller
	for i := range options.Len() {
		key, v := options.At(i)
		if !ruby.Truthy(v) {
			continue
		}
		var field *string
		text := m.Str
		switch key {
		case dsl.Symbol("as"):
			field = &res.name
		case dsl.Symbol("path"):
			field, text = &res.path, m.PathText
		case dsl.Symbol("controller"):
			field, res.plural = &controller, ""
			unknown, _ = v.(*dsl.Unknown)
		default:
			continue
		}
		*field = text(v)
	}
	res.controller = dsl.NewString(controller)
	if unknown != nil {
		res.controller = unknown
	} else if u, ok := entity.(*dsl.Unknown); ok && controller == entities {
		res.controller = u
	}
	if res.singleton {
		res.singular, res.collectionName = res.name, res.name
		return
	}
	res.singular, res.collectionName = inflect(m, "singularize", res.name), res.name
	if res.singular == res.name {
		res.collectionName += "_index"
	}
}

// actions finds the actions to draw: the resource's own only and except, or
// else those of the scopes around.
func (r *resourceCall) actions(m *Mapper, res *resource, entities string) (drawn guardedActions) {
	available := guardedActions{set: defaultActions(r.singleton, m.set.APIOnly)}
	only, _ := r.options.Sym("only")
	except, _ := r.options.Sym("except")
	if !ruby.Truthy(only) && !ruby.Truthy(except) && m.scope.actions != nil {
		return scopedActions(m.scope.actions, available)
	}
	r.refusedActions(m, entities, "only", only)
	r.refusedActions(m, entities, "except", except)
	if !ruby.Truthy(only) && !ruby.Truthy(except) {
		return available
	}
	defer func(only, except dsl.Value) { m.remarkOptions(r.singleton, only, except, drawn) }(only, except)
	var unknown []string
	only, except = res.openActions(only, true), res.openActions(except, false)
	chosen, ok := m.actionSet(only, available.set, r.singleton, &unknown)
	if ok {
		available = chosen
	}
	left, ok := m.actionSet(except, available.set, r.singleton, &unknown)
	if ok {
		available = available.without(left)
	}
	if len(unknown) > 0 {
		m.drawing.warnActions(m.pos, r.singleton, entities, unknown)
	}
	return available
}

// refusedActions warns of a value without actions that Rails 8.1 asks for its
// symbol all the same. Rails: Resource#invalid_only_except_options.
func (r *resourceCall) refusedActions(m *Mapper, entities, option string, v dsl.Value) {
	took := "ignores " + option + ":"
	switch h, ok := v.(*dsl.Hash); {
	case v == dsl.False:
	case ok && h.Len() == 0:
		took = "reads " + option + ": []"
	default:
		return
	}
	m.drawing.warnOf(route.UnknownAction, m.pos, fmt.Sprintf("Route `%s` - %s: %v", resourceName(r.singleton, entities), option, m.drawing.noMethod("to_sym", v))+
		" (an error in Rails 8.1): signalbox "+took+", as Rails 7.2 does; remove "+option+":")
}

// actionOptions is what only and except come to. Rails: apply_action_options.
func (r *resourceCall) actionOptions(m *Mapper) (o actionOptions) {
	o.only, _ = r.options.Sym("only")
	o.except, _ = r.options.Sym("except")
	if ruby.Truthy(o.only) || ruby.Truthy(o.except) || m.scope.actions == nil {
		return o
	}
	applicable := defaultActions(r.singleton, m.set.APIOnly)
	within := func(v dsl.Value) dsl.Value {
		if !ruby.Truthy(v) || dsl.UnknownIn(v) != nil {
			return v
		}
		some := dsl.NewArray()
		for _, a := range ruby.List(v) {
			if name, ok := a.(dsl.Symbol); ok && actionOf(string(name))&applicable != 0 && !slices.Contains(some.Elems, a) {
				some.Elems = append(some.Elems, a)
			}
		}
		return some
	}
	return actionOptions{within(m.scope.actions.only), within(m.scope.actions.except)}
}

// scopedActions applies `scope only:, except:`, whose symbols outside of the
// resource's actions do not count.
func scopedActions(o *actionOptions, available guardedActions) guardedActions {
	pick := func(v dsl.Value) (chosen guardedActions) {
		for _, a := range ruby.List(v) {
			switch a := a.(type) {
			case dsl.Symbol:
				chosen.add(string(a), actionOf(string(a))&available.set)
			case *dsl.Unknown: // told of at the scope
				chosen.addGuarded(a, a == v, available.set)
			}
		}
		return chosen
	}
	chosen := available
	if ruby.Truthy(o.only) {
		chosen = pick(o.only)
	}
	if ruby.Truthy(o.except) {
		chosen = chosen.without(pick(o.except))
	}
	return chosen
}

// actionSet reads only: or except:; ok is false when there is nothing to read.
// What only the application knows may be any action of whole.
func (m *Mapper) actionSet(v dsl.Value, whole actionSet, singleton bool, unknown *[]string) (chosen guardedActions, ok bool) {
	if !ruby.Truthy(v) {
		return chosen, false
	}
	for _, a := range ruby.List(v) {
		if u, isUnknown := a.(*dsl.Unknown); isUnknown {
			m.drawing.unknownActions(m, u, a == v, singleton)
			chosen.addGuarded(u, a == v, whole)
			continue
		}
		name := m.drawing.SymbolName(a)
		action := actionOf(name)
		chosen.add(name, action)
		if action&defaultActions(singleton, false) == 0 {
			*unknown = append(*unknown, name)
		}
	}
	return chosen, true
}

// warnActions is Rails' error about unknown actions, here a warning.
func (d *Drawing) warnActions(pos grammar.Pos, singleton bool, entities string, unknown []string) {
	todo := "remove it"
	var known []string
	for _, name := range actionNames(singleton) {
		known = append(known, ":"+name)
	}
	for i, a := range unknown {
		unknown[i] = dsl.InspectSymbol(a)
		if near := ruby.Nearest(unknown[i], known); near != "" {
			todo = "remove it, or write " + near
		}
	}
	d.warnOf(route.UnknownAction, pos, fmt.Sprintf("Route `%s` - :only and :except must include only [%s], but also included [%s] (an error in Rails 8.1): signalbox ignores the name; %s",
		resourceName(singleton, entities), strings.Join(known, ", "), strings.Join(unknown, ", "), todo))
}

// resourceName names a declaration as Rails' errors do: resources :posts.
func resourceName(singleton bool, entities string) string {
	if singleton {
		return "resource :" + entities
	}
	return "resources :" + entities
}

// Underscore is ActiveSupport's, by the application's rules.
func (d *Drawing) Underscore(t *dsl.Thread, s string) string {
	t.Inflects(len(s))
	return d.Interp.Inflections().Underscore(s)
}

// inflect is pluralize or singularize of String, which the application may define anew.
func inflect(m *Mapper, name, s string) string {
	return m.Str(dsl.Must(m.t.Send(dsl.NewString(s), name, nil, nil, nil, m.pos)))
}

// UnderscoredName is a class name as the name of a route: sidekiq_web.
func (d *Drawing) UnderscoredName(t *dsl.Thread, class string) string {
	return strings.ReplaceAll(d.Underscore(t, class), "/", "_")
}

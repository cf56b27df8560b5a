package expand

import (
	"fmt"
	"slices"
	"strings"

	"signalbox/dsl"
	"signalbox/expand/route"
)

// A resource is what `resources` or `resource` declares. Rails:
// Mapper::Resources::Resource and SingletonResource.
type resource struct {
	singleton bool
	shallow   bool
	actionChoice
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

// actionList names the actions as Rails' messages do.
func actionList(singleton bool) string {
	if singleton {
		return "[:show, :create, :update, :destroy, :new, :edit]"
	}
	return "[:index, :create, :new, :show, :update, :destroy, :edit]"
}

// ---- resources and resource

// A resourceCall is a `resources` on its way: its options move step by step
// into scopes around it.
type resourceCall struct {
	singleton bool
	names     []dsl.Value
	options   *dsl.Hash
	block     func() error // nil without a block
}

func (m *Mapper) resources(c *dsl.Call) (dsl.Value, error) {
	return m.self, m.declareResource(c, false)
}

func (m *Mapper) singular(c *dsl.Call) (dsl.Value, error) {
	return m.self, m.declareResource(c, true)
}

func (m *Mapper) declareResource(c *dsl.Call, singleton bool) error {
	r := resourceCall{singleton: singleton, names: c.Args}
	if c.Keywords.Len() > 0 {
		r.options = c.Keywords.Clone()
	}
	if old, rest := oldOptions(c.Args); old != nil {
		if r.options == nil {
			r.options = dsl.NewHash(old.Len())
		}
		r.names = rest
		if concerns, ok := takeOK(old, "concerns"); ok {
			r.options.Set(dsl.Symbol("concerns"), concerns)
		}
		merge(r.options, old)
	}
	if c.Block != nil {
		r.block = func() error { return yield(c) }
	}
	return m.drawResource(r)
}

// drawResource is apply_common_behavior_for and what comes after it.
func (m *Mapper) drawResource(r resourceCall) error {
	if len(r.names) > 1 {
		for _, name := range r.names {
			one := r
			one.names = []dsl.Value{name}
			if r.options != nil {
				one.options = r.options.Clone()
			}
			if err := m.drawResource(one); err != nil {
				return err
			}
		}
		return nil
	}
	shallow, _ := r.options.Sym("shallow")
	if truthy(shallow) {
		r.options.Delete(dsl.Symbol("shallow"))
		m.enter().shallow = true
		defer m.leave()
		return m.drawResource(r)
	}
	if m.scope.level.resourceScope() {
		return m.nestedScope(func() error { return m.drawResource(r) })
	}
	if r.options.Len() == 0 {
		return m.drawOwn(r)
	}
	scoped, err := m.scopeOptions(r.options)
	if err != nil {
		return err
	}
	if scoped == nil {
		return m.drawOwn(r)
	}
	actions := actionOptions{take(scoped, "only"), take(scoped, "except")}
	return m.inScope(scoped, actions, func() error { return m.drawResource(r) })
}

// scopeOptions moves the options that belong to a scope around the resource out
// of options: all but a few, and the regexps as constraints. Nil if there are
// none.
func (m *Mapper) scopeOptions(options *dsl.Hash) (*dsl.Hash, error) {
	for i := 0; i < options.Len(); {
		key, v := options.At(i)
		if !isPattern(v) {
			i++
			continue
		}
		constraints, _ := options.Sym("constraints")
		if !truthy(constraints) {
			constraints = dsl.NewHash(1)
			options.Set(dsl.Symbol("constraints"), constraints)
		}
		h, ok := constraints.(*dsl.Hash)
		if !ok {
			return nil, m.noMethod("[]=", constraints)
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
	return scoped, nil
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
func (m *Mapper) drawOwn(r resourceCall) error {
	res, err := m.newResource(&r)
	if err != nil {
		return err
	}
	s := m.enter()
	defer m.leave()
	s.level = inResources
	if r.singleton {
		s.level = inResource
	}
	s.resource = res
	s.nestedShallow = s.nestedShallow || res.shallow
	s.controller = res.controller
	if r.block != nil {
		if err := r.block(); err != nil {
			return err
		}
	}
	if concerns, _ := r.options.Sym("concerns"); truthy(concerns) {
		if err := m.useConcerns(list(concerns), dsl.NewHash(0)); err != nil {
			return err
		}
	}
	if res.doubt != nil {
		return m.markDoubtful(func() error { return m.drawActions(res) })
	}
	return m.drawActions(res)
}

// drawActions draws the canonical actions, in Rails' order.
func (m *Mapper) drawActions(res *resource) error {
	if !res.singleton {
		if err := m.drawCollection(res, indexAction|createAction); err != nil {
			return err
		}
	}
	if res.set&newAction != 0 {
		if err := m.drawNew(res); err != nil {
			return err
		}
	}
	if err := m.inMember(func() error { return m.drawMembers(res) }); err != nil {
		return err
	}
	if res.singleton {
		return m.drawCollection(res, createAction)
	}
	return nil
}

func (m *Mapper) drawNew(res *resource) error {
	if m.picksPathName("new") {
		return m.eachPathName("new", func() error { return m.drawNew(res) })
	}
	return m.inNew(func() error { return m.canonical(res, "new", verbGet) })
}

func (m *Mapper) drawCollection(res *resource, actions actionSet) error {
	actions &= res.set
	if actions == 0 {
		return nil
	}
	s := m.enterLevel(inCollection)
	defer m.leave()
	s.path = joinPath(s.path, res.path)
	if actions&indexAction != 0 {
		if err := m.canonical(res, "index", verbGet); err != nil {
			return err
		}
	}
	if actions&createAction != 0 {
		return m.canonical(res, "create", verbPost)
	}
	return nil
}

func (m *Mapper) drawMembers(res *resource) error {
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
		if res.set&a.action == 0 {
			continue
		}
		if err := m.canonical(res, a.name, a.verb); err != nil {
			return err
		}
	}
	return nil
}

// canonical draws one of the actions of a resource, as `get :index` would.
func (m *Mapper) canonical(res *resource, name string, v []string) error {
	draw := func() error { return m.canonicalVerb(name, v) }
	if when := res.doubt[name]; when != nil {
		return m.drawDoubtful(when, draw)
	}
	when := res.open[actionOf(name)]
	if when == nil {
		return draw()
	}
	_, err := m.t.Fork(when, func() (dsl.Value, error) { return dsl.Nil, draw() }, func() (dsl.Value, error) { return dsl.Nil, nil })
	return err
}

func (m *Mapper) canonicalVerb(name string, v []string) error {
	if word := strings.ToLower(strings.Join(v, "|")); m.l.interp.Defines(m.self, word) { // the application replaced it
		_, err := m.call.TrySend(m.self, word, dsl.Symbol(name))
		return err
	}
	return m.mapOne(dsl.Symbol(name), &declaration{verbs: v})
}

// ---- making a resource

func (m *Mapper) newResource(r *resourceCall) (*resource, error) {
	param := "id"
	if v, _ := r.options.Sym("param"); truthy(v) {
		var err error
		if param, err = m.str(v); err != nil {
			return nil, err
		}
		if strings.Contains(param, ":") && !dsl.IsUnknown(v) {
			return nil, dsl.Raise("ArgumentError", ":param option can't contain colons")
		}
	}
	var entity dsl.Value = dsl.Nil
	if len(r.names) > 0 {
		entity = r.names[0]
	}
	entities, err := m.str(entity)
	if err != nil {
		return nil, err
	}
	res := &resource{singleton: r.singleton, shallow: m.scope.shallow, param: param, name: entities, path: entities}
	if u, ok := entity.(*dsl.Unknown); ok {
		res.path = ":" + placeholder(u)
	}
	if err := m.resourceNames(res, r.options, entity, entities); err != nil {
		return nil, err
	}
	res.options = m.actionOptionsOf(r)
	res.actionChoice, err = m.actionsOf(r, res, entities)
	return res, err
}

func (m *Mapper) resourceNames(res *resource, options *dsl.Hash, entity dsl.Value, entities string) error {
	controller := entities
	if res.singleton {
		controller = m.l.pluralize(entities)
		res.plural = controller
	}
	var unknown *dsl.Unknown // for the controller
	for i := range options.Len() {
		key, v := options.At(i)
		if !truthy(v) {
			continue
		}
		var field *string
		text := m.str
		switch key {
		case dsl.Symbol("as"):
			field = &res.name
		case dsl.Symbol("path"):
			field, text = &res.path, m.pathText
		case dsl.Symbol("controller"):
			field, res.plural = &controller, ""
			unknown, _ = v.(*dsl.Unknown)
		default:
			continue
		}
		s, err := text(v)
		if err != nil {
			return err
		}
		*field = s
	}
	res.controller = dsl.NewString(controller)
	if unknown != nil {
		res.controller = unknown
	} else if u, ok := entity.(*dsl.Unknown); ok && controller == entities {
		res.controller = u
	}
	if res.singleton {
		res.singular, res.collectionName = res.name, res.name
		return nil
	}
	res.singular = m.l.singularize(res.name)
	res.collectionName = res.name
	if res.singular == res.name {
		res.collectionName += "_index"
	}
	return nil
}

// actionsOf finds the actions to draw: the resource's own only and except, or
// else those of the scopes around.
func (m *Mapper) actionsOf(r *resourceCall, res *resource, entities string) (actionChoice, error) {
	available := actionChoice{set: defaultActions(r.singleton, m.set.apiOnly)}
	only, _ := r.options.Sym("only")
	except, _ := r.options.Sym("except")
	if !truthy(only) && !truthy(except) && m.scope.actions != nil {
		return scopedActions(m.scope.actions, available), nil
	}
	m.refusedActions(r, entities, "only", only)
	m.refusedActions(r, entities, "except", except)
	if !truthy(only) && !truthy(except) {
		return available, nil
	}
	var unknown []string
	only, except = res.openActions(only, true), res.openActions(except, false)
	chosen, ok, err := m.actionSet(only, available.set, r.singleton, &unknown)
	if err != nil {
		return chosen, err
	}
	if ok {
		available = chosen
	}
	left, ok, err := m.actionSet(except, available.set, r.singleton, &unknown)
	if err != nil {
		return left, err
	}
	if ok {
		available = available.without(left)
	}
	if len(unknown) > 0 {
		m.l.warnActions(m.pos, r.singleton, entities, unknown)
	}
	return available, nil
}

// refusedActions warns of a value without actions that Rails 8.1 asks for its
// symbol all the same. Rails: Resource#invalid_only_except_options.
func (m *Mapper) refusedActions(r *resourceCall, entities, option string, v dsl.Value) {
	took := "counts as no " + option + ": at all"
	switch h, ok := v.(*dsl.Hash); {
	case v == dsl.False:
	case ok && h.Len() == 0:
		took = "counts as " + option + ": []"
	default:
		return
	}
	m.l.warnOf(route.UnknownAction, m.pos, fmt.Sprintf("Route `%s` - %s: %v", resourceWord(r.singleton, entities), option, m.noMethod("to_sym", v)),
		"Rails 8.1 refuses this: remove "+option+":. Here it "+took+", as up to Rails 7.2.")
}

// actionOptionsOf is what only and except come to. Rails: apply_action_options.
func (m *Mapper) actionOptionsOf(r *resourceCall) (o actionOptions) {
	o.only, _ = r.options.Sym("only")
	o.except, _ = r.options.Sym("except")
	if truthy(o.only) || truthy(o.except) || m.scope.actions == nil {
		return o
	}
	applicable := defaultActions(r.singleton, m.set.apiOnly)
	within := func(v dsl.Value) dsl.Value {
		if !truthy(v) || dsl.UnknownIn(v) != nil {
			return v
		}
		some := dsl.NewArray()
		for _, a := range list(v) {
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
func scopedActions(o *actionOptions, available actionChoice) actionChoice {
	pick := func(v dsl.Value) (chosen actionChoice) {
		for _, a := range list(v) {
			switch a := a.(type) {
			case dsl.Symbol:
				chosen.surely(string(a), actionOf(string(a))&available.set)
			case *dsl.Unknown: // told of at the scope
				chosen.may(a, a == v, available.set)
			}
		}
		return chosen
	}
	chosen := available
	if truthy(o.only) {
		chosen = pick(o.only)
	}
	if truthy(o.except) {
		chosen = chosen.without(pick(o.except))
	}
	return chosen
}

// actionSet reads only: or except:; ok is false when there is nothing to read.
// What only the application knows may be any action of whole.
func (m *Mapper) actionSet(v dsl.Value, whole actionSet, singleton bool, unknown *[]string) (chosen actionChoice, ok bool, err error) {
	if !truthy(v) {
		return chosen, false, nil
	}
	for _, a := range list(v) {
		if u, isUnknown := a.(*dsl.Unknown); isUnknown {
			m.l.unknownActions(m, u, a == v, singleton)
			chosen.may(u, a == v, whole)
			continue
		}
		name, err := m.symbolName(a)
		if err != nil {
			return chosen, false, err
		}
		action := actionOf(name)
		chosen.surely(name, action)
		if action&defaultActions(singleton, false) == 0 {
			*unknown = append(*unknown, name)
		}
	}
	return chosen, true, nil
}

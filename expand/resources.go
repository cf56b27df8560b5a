package expand

import (
	"strings"

	"signalbox/dsl"
)

// A resource is what `resources` or `resource` declares. Rails:
// Mapper::Resources::Resource and SingletonResource.
type resource struct {
	singleton bool
	shallow   bool
	actions   actionSet

	name           string // as: or the declared name
	singular       string
	collectionName string
	path           string
	param          string
	controller     dsl.Value
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
		if _, ok := v.(*dsl.Regexp); !ok {
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
	return m.drawActions(res)
}

// drawActions draws the canonical actions, in Rails' order.
func (m *Mapper) drawActions(res *resource) error {
	if !res.singleton {
		if err := m.drawCollection(res, indexAction|createAction); err != nil {
			return err
		}
	}
	if res.actions&newAction != 0 {
		path, err := m.newPath(res)
		if err != nil {
			return err
		}
		s := m.enterLevel(inNew)
		s.path = joinPath(s.path, path)
		err = m.canonical("new", verbGet)
		m.leave()
		if err != nil {
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

func (m *Mapper) drawCollection(res *resource, actions actionSet) error {
	actions &= res.actions
	if actions == 0 {
		return nil
	}
	s := m.enterLevel(inCollection)
	defer m.leave()
	s.path = joinPath(s.path, res.path)
	if actions&indexAction != 0 {
		if err := m.canonical("index", verbGet); err != nil {
			return err
		}
	}
	if actions&createAction != 0 {
		return m.canonical("create", verbPost)
	}
	return nil
}

func (m *Mapper) drawMembers(res *resource) error {
	for _, a := range [...]struct {
		action actionSet
		name   string
		verb   *verbs
	}{
		{editAction, "edit", verbGet},
		{showAction, "show", verbGet},
		{updateAction, "update", verbPatch},
		{updateAction, "update", verbPut},
		{destroyAction, "destroy", verbDelete},
	} {
		if res.actions&a.action == 0 {
			continue
		}
		if err := m.canonical(a.name, a.verb); err != nil {
			return err
		}
	}
	return nil
}

// canonical draws one of the actions of a resource, as `get :index` would.
func (m *Mapper) canonical(name string, v *verbs) error {
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
	res.actions, err = m.actionsOf(r, entities)
	return res, err
}

func (m *Mapper) resourceNames(res *resource, options *dsl.Hash, entity dsl.Value, entities string) error {
	controller := entities
	if res.singleton {
		controller = m.l.pluralize(entities)
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
			field = &controller
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
func (m *Mapper) actionsOf(r *resourceCall, entities string) (actionSet, error) {
	available := defaultActions(r.singleton, m.set.apiOnly)
	only, _ := r.options.Sym("only")
	except, _ := r.options.Sym("except")
	if !truthy(only) && !truthy(except) {
		if m.scope.actions == nil {
			return available, nil
		}
		return scopedActions(m.scope.actions, available), nil
	}
	var unknown []string
	set, ok, err := m.actionSet(only, available, r.singleton, &unknown)
	if err != nil {
		return 0, err
	}
	if ok {
		available = set
	}
	set, ok, err = m.actionSet(except, 0, r.singleton, &unknown)
	if err != nil {
		return 0, err
	}
	if ok {
		available &^= set
	}
	if len(unknown) > 0 {
		m.l.warnActions(m.pos, r.singleton, entities, unknown)
	}
	return available, nil
}

// scopedActions applies `scope only:, except:`, whose symbols outside of the
// resource's actions do not count.
func scopedActions(o *actionOptions, available actionSet) actionSet {
	pick := func(v dsl.Value, whole actionSet) (set actionSet) {
		for _, a := range list(v) {
			switch a := a.(type) {
			case dsl.Symbol:
				set |= actionOf(string(a))
			case *dsl.Unknown: // told of at the scope
				set |= whole
			}
		}
		return set & available
	}
	set := available
	if truthy(o.only) {
		set = pick(o.only, available)
	}
	if truthy(o.except) {
		set &^= pick(o.except, 0)
	}
	return set
}

// actionSet reads only: or except:; ok is false when there is nothing to read.
// A list that only the application knows counts as whole.
func (m *Mapper) actionSet(v dsl.Value, whole actionSet, singleton bool, unknown *[]string) (set actionSet, ok bool, err error) {
	if !truthy(v) {
		return 0, false, nil
	}
	for _, a := range list(v) {
		if u, isUnknown := a.(*dsl.Unknown); isUnknown {
			m.l.unknown(m, u, "option list")
			set |= whole
			continue
		}
		name, err := m.symbolName(a)
		if err != nil {
			return 0, false, err
		}
		action := actionOf(name)
		set |= action
		if action&defaultActions(singleton, false) == 0 {
			*unknown = append(*unknown, name)
		}
	}
	return set, true, nil
}

// ---- levels inside a resource

// outside refuses a word outside of a resource; in the block of an unknown word,
// which may have made one, it runs f.
func (m *Mapper) outside(word string, f func() error) error {
	if m.l.lenient > 0 {
		return f()
	}
	return dsl.Raise("ArgumentError", "can't use %s outside resource(s) scope", word)
}

func (m *Mapper) collection(c *dsl.Call) (dsl.Value, error) {
	return nil, m.inCollection(func() error { return yield(c) })
}

func (m *Mapper) inCollection(f func() error) error {
	if !m.scope.level.resourceScope() {
		return m.outside("collection", f)
	}
	s := m.enterLevel(inCollection)
	defer m.leave()
	s.path = joinPath(s.path, s.resource.path)
	return f()
}

func (m *Mapper) member(c *dsl.Call) (dsl.Value, error) {
	return nil, m.inMember(func() error { return yield(c) })
}

func (m *Mapper) inMember(f func() error) error {
	if !m.scope.level.resourceScope() {
		return m.outside("member", f)
	}
	shallow := m.shallow()
	s := m.enterLevel(inMember)
	defer m.leave()
	if shallow {
		s.as, s.path = s.shallowAs, s.shallowPath.s
	}
	s.path = joinPath(s.path, s.resource.memberScope())
	return f()
}

func (m *Mapper) newWord(c *dsl.Call) (dsl.Value, error) {
	return nil, m.inNew(func() error { return yield(c) })
}

func (m *Mapper) inNew(f func() error) error {
	if !m.scope.level.resourceScope() {
		return m.outside("new", f)
	}
	path, err := m.newPath(m.scope.resource)
	if err != nil {
		return err
	}
	s := m.enterLevel(inNew)
	defer m.leave()
	s.path = joinPath(s.path, path)
	return f()
}

func (m *Mapper) newPath(res *resource) (string, error) {
	name, err := m.actionPath("new")
	return res.path + "/" + name, err
}

func (m *Mapper) nested(c *dsl.Call) (dsl.Value, error) {
	return nil, m.nestedScope(func() error { return yield(c) })
}

func (m *Mapper) nestedScope(f func() error) error {
	if !m.scope.level.resourceScope() {
		return m.outside("nested", f)
	}
	shallow := m.shallow() && m.scope.nestedShallow
	s := m.enterLevel(inNested)
	s.called = true
	defer m.leave()
	res := s.resource
	if shallow {
		s.as, s.path = s.shallowAs, s.shallowPath.s
	}
	s.path = joinPath(s.path, res.nestedScope())
	s.as = s.as.join("_", text{res.singular, true})
	if v, _ := s.constraints.Sym(res.param); v != nil {
		if _, ok := v.(*dsl.Regexp); ok {
			h := dsl.NewHash(1)
			h.Set(dsl.Symbol(res.nestedParam()), v)
			s.constraints = mergeHash(s.constraints, h)
		}
	}
	return f()
}

// shallow tells whether the members of the resource leave their parents out.
func (m *Mapper) shallow() bool { return !m.scope.resource.singleton && m.scope.shallow }

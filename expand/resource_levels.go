package expand

import "signalbox/dsl"

// The levels inside a resource: Rails, Mapper::Resources#collection, member, new
// and nested.

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
	return nil, m.eachPathName("new", func() error {
		return m.inNew(func() error { return yield(c) })
	})
}

func (m *Mapper) inNew(f func() error) error {
	if !m.scope.level.resourceScope() {
		return m.outside("new", f)
	}
	name, err := m.actionPath("new")
	if err != nil {
		return err
	}
	s := m.enterLevel(inNew)
	defer m.leave()
	s.path = joinPath(s.path, s.resource.path+"/"+name)
	return f()
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
	defer m.leave()
	m.ownOptions(s)
	res := s.resource
	if shallow {
		s.as, s.path = s.shallowAs, s.shallowPath.s
	}
	s.path = joinPath(s.path, res.nestedScope())
	s.as = s.as.join("_", text{res.singular, true})
	if v, _ := s.constraints.Sym(res.param); v != nil {
		if isPattern(v) {
			h := dsl.NewHash(1)
			h.Set(dsl.Symbol(res.nestedParam()), v)
			s.constraints = m.mergeHash(s.constraints, h)
		}
	}
	return f()
}

// shallow tells whether the members of the resource leave their parents out.
func (m *Mapper) shallow() bool { return !m.scope.resource.singleton && m.scope.shallow }

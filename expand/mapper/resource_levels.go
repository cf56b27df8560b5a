package mapper

import "signalbox/dsl"

// The levels inside a resource: Rails, Mapper::Resources#collection, member, new
// and nested.

// outside refuses a word outside of a resource; in the block of an unknown word,
// which may have made one, it runs f.
func (m *Mapper) outside(word string, f func()) {
	if m.drawing.lenient > 0 {
		f()
		return
	}
	panic(dsl.Fail(dsl.Raise("ArgumentError", "can't use %s outside resource(s) scope", word)))
}

func (m *Mapper) collection(c *dsl.Call) dsl.Value {
	m.Collection(func() { yield(c) })
	return nil
}

// Collection is `collection`.
func (m *Mapper) Collection(f func()) {
	if !m.scope.level.resourceScope() {
		m.outside("collection", f)
		return
	}
	s := m.enterLevel(inCollection)
	defer m.leave()
	s.path = joinPath(s.path, s.resource.path)
	f()
}

func (m *Mapper) member(c *dsl.Call) dsl.Value {
	m.Member(func() { yield(c) })
	return nil
}

// Member is `member`.
func (m *Mapper) Member(f func()) {
	if !m.scope.level.resourceScope() {
		m.outside("member", f)
		return
	}
	shallow := m.shallow()
	s := m.enterLevel(inMember)
	defer m.leave()
	if shallow {
		s.as, s.path = s.shallowAs, s.shallowPath.s
	}
	s.path = joinPath(s.path, s.resource.memberScope())
	f()
}

func (m *Mapper) newWord(c *dsl.Call) dsl.Value {
	m.eachPathName("new", func() {
		m.inNew(func() { yield(c) })
	})
	return nil
}

func (m *Mapper) inNew(f func()) {
	if !m.scope.level.resourceScope() {
		m.outside("new", f)
		return
	}
	name := m.actionPath("new")
	s := m.enterLevel(inNew)
	defer m.leave()
	s.path = joinPath(s.path, s.resource.path+"/"+name)
	f()
}

func (m *Mapper) nested(c *dsl.Call) dsl.Value {
	m.nestedScope(func() { yield(c) })
	return nil
}

func (m *Mapper) nestedScope(f func()) {
	if !m.scope.level.resourceScope() {
		m.outside("nested", f)
		return
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
	f()
}

// shallow tells whether the members of the resource leave their parents out.
func (m *Mapper) shallow() bool { return !m.scope.resource.singleton && m.scope.shallow }

package mapper

import "signalbox/dsl"

// The levels inside a resource: Rails, Mapper::Resources#collection, member, new
// and nested.

// outside refuses a word outside of a resource; in the block of an unknown word,
// which may have made one, it runs f.
func (d *Drawing) outside(word string, f func()) {
	if d.lenient > 0 {
		f()
		return
	}
	panic(dsl.Fail(dsl.Raise("ArgumentError", "can't use %s outside resource(s) scope", word)))
}

// levelWord makes the method of a word that runs its block at another level.
func levelWord(in func(*Mapper, func())) WordFunc {
	return func(m *Mapper, c *dsl.Call) dsl.Value {
		in(m, func() { c.Yield() })
		return nil
	}
}

// inCollection is `collection`.
func (m *Mapper) inCollection(f func()) {
	if !m.scope.level.resourceScope() {
		m.drawing.outside("collection", f)
		return
	}
	s := m.enterLevel(inCollection)
	defer m.leave()
	s.path = joinPath(s.path, s.resource.path)
	f()
}

// inMember is `member`.
func (m *Mapper) inMember(f func()) {
	if !m.scope.level.resourceScope() {
		m.drawing.outside("member", f)
		return
	}
	shallow := m.scope.isShallow()
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
		m.inNew(func() { c.Yield() })
	})
	return nil
}

func (m *Mapper) inNew(f func()) {
	if !m.scope.level.resourceScope() {
		m.drawing.outside("new", f)
		return
	}
	name := m.actionPath("new")
	s := m.enterLevel(inNew)
	defer m.leave()
	s.path = joinPath(s.path, s.resource.path+"/"+name)
	f()
}

func (m *Mapper) nestedScope(f func()) {
	if !m.scope.level.resourceScope() {
		m.drawing.outside("nested", f)
		return
	}
	shallow := m.scope.isShallow() && m.scope.nestedShallow
	s := m.enterLevel(inNested)
	defer m.leave()
	m.drawing.ownOptions(s)
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
			s.constraints = mergeHash(m.t, s.constraints, h)
		}
	}
	f()
}

// isShallow reports whether the members of the resource leave their parents out.
func (s *scope) isShallow() bool { return !s.resource.singleton && s.shallow }

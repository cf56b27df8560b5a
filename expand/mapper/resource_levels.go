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

// atLevel runs f at a level inside the resource around, in a scope that change makes of it.
func (m *Mapper) atLevel(word string, l level, f func(), change func(s *scope, res *resource)) {
	if !m.scope.level.resourceScope() {
		m.drawing.outside(word, f)
		return
	}
	s := m.enterLevel(l)
	defer m.leave()
	change(s, s.resource)
	f()
}

// inCollection is `collection`.
func (m *Mapper) inCollection(f func()) {
	m.atLevel("collection", inCollection, f, func(s *scope, res *resource) { s.path = joinPath(s.path, res.path) })
}

// inMember is `member`.
func (m *Mapper) inMember(f func()) {
	m.atLevel("member", inMember, f, func(s *scope, res *resource) {
		if s.isShallow() {
			s.as, s.path = s.shallowAs, s.shallowPath.s
		}
		s.path = joinPath(s.path, res.memberScope())
	})
}

func (m *Mapper) newWord(c *dsl.Call) dsl.Value {
	m.eachPathName("new", func() {
		m.inNew(func() { c.Yield() })
	})
	return nil
}

func (m *Mapper) inNew(f func()) {
	m.atLevel("new", inNew, f, func(s *scope, res *resource) { s.path = joinPath(s.path, res.path+"/"+m.actionPath("new")) })
}

func (m *Mapper) nestedScope(f func()) {
	m.atLevel("nested", inNested, f, func(s *scope, res *resource) {
		m.drawing.ownOptions(s)
		if s.isShallow() && s.nestedShallow {
			s.as, s.path = s.shallowAs, s.shallowPath.s
		}
		s.path = joinPath(s.path, res.nestedScope())
		s.as = s.as.join("_", text{res.singular, true})
		if v, _ := s.constraints.Sym(res.param); v != nil && isPattern(v) {
			m.remarkNested(res.param)
			h := dsl.NewHash(1)
			h.Set(dsl.Symbol(res.nestedParam()), v)
			s.constraints = mergeHash(m.t, s.constraints, h)
		}
	})
}

// isShallow reports whether the members of the resource leave their parents out.
func (s *scope) isShallow() bool { return !s.resource.singleton && s.shallow }

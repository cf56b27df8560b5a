package expand

import (
	"strings"

	"signalbox/dsl"
)

// canonicalAction tells whether an action needs no segment and no prefix of its
// own here.
func (m *Mapper) canonicalAction(action string) bool {
	if !m.scope.level.methodScope() {
		return false
	}
	switch action {
	case "index", "create", "new", "show", "update", "destroy":
		return true
	}
	return false
}

// actionPath is the segment of an action: its name, unless path_names renames it.
func (m *Mapper) actionPath(name string) (string, error) {
	if v, ok := m.scope.pathNames.Sym(name); ok && truthy(v) {
		return m.pathText(v)
	}
	return name, nil
}

// nameFor is name_for_action: the name of a route, empty for none. action is
// what the name may be made of; hasAction is false when there is nothing.
func (m *Mapper) nameFor(as dsl.Value, hasAs bool, action string, hasAction bool) (string, error) {
	prefix, err := m.namePrefix(as, hasAs, action, hasAction)
	if err != nil {
		return "", err
	}
	s := m.scope
	var collection, member string
	if res := s.resource; res != nil {
		if !hasAs && !hasAction {
			return "", nil
		}
		collection, member = res.collectionName, res.singular
	}
	m.buf = m.buf[:0]
	outer := ""
	if s.as.ok {
		outer = s.as.s
	}
	switch s.level {
	case inNested:
		m.nameParts(outer, prefix)
	case inCollection:
		m.nameParts(prefix, outer, collection)
	case inNew:
		m.nameParts(prefix, "new", outer, member)
	case inMember:
		m.nameParts(prefix, outer, member)
	case inRoot:
		m.nameParts(outer, collection, prefix)
	default:
		m.nameParts(outer, member, prefix)
	}
	switch {
	case len(m.buf) == 0:
		return "", nil
	case hasAs:
		return string(m.buf), nil
	case !nameStart(m.buf[0]):
		return "", nil
	}
	if old := m.set.named[string(m.buf)]; old != nil && !m.exclusive(old) {
		return "", nil
	}
	return string(m.buf), nil
}

// nameParts joins the parts that are not blank in m.buf.
func (m *Mapper) nameParts(parts ...string) {
	for _, part := range parts {
		if part == "" || strings.TrimSpace(part) == "" {
			continue
		}
		if len(m.buf) > 0 {
			m.buf = append(m.buf, '_')
		}
		m.buf = append(m.buf, part...)
	}
}

// nameStart is [_a-z] without regard to case.
func nameStart(c byte) bool {
	return c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z'
}

// namePrefix is prefix_name_for_action.
func (m *Mapper) namePrefix(as dsl.Value, hasAs bool, action string, hasAction bool) (string, error) {
	prefix := action
	switch {
	case hasAs && truthy(as):
		switch as.(type) {
		case *dsl.String, dsl.Symbol, *dsl.Unknown:
		default:
			return "", m.noMethod("empty?", as)
		}
		s, err := m.str(as)
		if err != nil {
			return "", err
		}
		prefix = s
	case !hasAction || m.canonicalAction(action):
		return "", nil
	}
	if prefix == "" || prefix == "/" {
		return "", nil
	}
	return normalName(strings.ReplaceAll(prefix, "-", "_")), nil
}

// validName is /^[_a-z]\w*$/i on any line of a name.
func validName(name string) bool {
	if nameStart(name[0]) && simpleName(name) {
		return true
	}
	for line := range strings.SplitSeq(name, "\n") {
		if line != "" && nameStart(line[0]) && simpleName(line) {
			return true
		}
	}
	return false
}

// hasName tells whether a route of that name was drawn; one that exists only on
// the other side of an undecided condition does not count.
func (m *Mapper) hasName(name string) bool {
	old := m.set.named[name]
	return old != nil && !m.exclusive(old)
}

// exclusive tells whether a route stands on the other side of an undecided
// condition than the one drawn now, so that never both exist.
func (m *Mapper) exclusive(old *Route) bool {
	if len(old.Conditions) == 0 {
		return false
	}
	for _, now := range m.conditions() {
		for _, c := range old.Conditions {
			if c.Pos == now.Pos && c.Text != now.Text {
				return true
			}
		}
	}
	return false
}

// clashes tells whether a name is taken for good: both routes always exist
// together. Where a condition decides on one of them, Rails would raise only if
// it holds.
func (m *Mapper) clashes(old *Route) bool {
	now := m.conditions()
	if len(old.Conditions) != len(now) {
		return false
	}
	for i := range now {
		if old.Conditions[i] != now[i] {
			return false
		}
	}
	return true
}

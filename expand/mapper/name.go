package mapper

import (
	"slices"
	"strings"

	"signalbox/dsl"
	"signalbox/expand/route"
	"signalbox/expand/ruby"
)

// canonicalAction reports whether an action needs no segment and no prefix of its
// own here.
func (s *scope) canonicalAction(action string) bool {
	return s.level.methodScope() && actionOf(action)&^editAction != 0
}

// actionPath is the segment of an action: its name, unless path_names renames it.
func (m *Mapper) actionPath(name string) string {
	if v, ok := m.scope.pathNames.Sym(name); ok && ruby.Truthy(v) {
		return m.PathText(v)
	}
	return name
}

// picksPathName reports whether conditions pick the segment of an action.
func (s *scope) picksPathName(action string) bool {
	names := s.pathNames
	for i := range names.Len() {
		if key, v := names.At(i); ruby.IsChoice(v) && key == dsl.Value(dsl.Symbol(action)) {
			return true
		}
	}
	return false
}

// eachPathName runs f for each segment that conditions pick for an action.
func (m *Mapper) eachPathName(action string, f func()) {
	s := m.scope
	v, _ := s.pathNames.Sym(action)
	u, ok := v.(*dsl.Unknown)
	if !ok {
		f()
		return
	}
	m.Either(u, nil, func(v dsl.Value) {
		if v == dsl.Value(u) {
			f()
			return
		}
		defer func(before *dsl.Hash) { s.pathNames = before }(s.pathNames)
		s.pathNames = s.pathNames.Clone()
		s.pathNames.Set(dsl.Symbol(action), present(v))
		f()
	})
}

// nameFor is name_for_action: the name of a route, empty for none, and whether it is in use
// already, where only the application knows. action is what the name may be made of; hasAction is
// false when there is nothing.
func (m *Mapper) nameFor(as dsl.Value, hasAs bool, action string, hasAction bool) (name string, taken *dsl.Unknown) {
	prefix := m.namePrefix(as, hasAs, action, hasAction)
	s := m.scope
	var collection, member string
	if res := s.resource; res != nil {
		if !hasAs && !hasAction {
			return "", nil
		}
		collection, member = res.collectionName, res.singular
	}
	m.buf = m.buf[:0]
	outer := s.as.s
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
	switch name = string(m.buf); {
	case name == "" || hasAs:
		return name, nil
	case !nameStart(name[0]):
		return "", nil
	}
	is := m.taken(name)
	if is == dsl.True {
		if prefix == "" && s.resource == nil { // the name of the scope alone, which nobody asked for
			return "", nil
		}
		m.drawing.remarks.owner, m.drawing.remarks.name = m.set.named[name], name
		return "", nil
	}
	taken, _ = is.(*dsl.Unknown)
	return name, taken
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
func (m *Mapper) namePrefix(as dsl.Value, hasAs bool, action string, hasAction bool) string {
	prefix := action
	switch {
	case hasAs && ruby.Truthy(as):
		switch as.(type) {
		case *dsl.String, dsl.Symbol, *dsl.Unknown:
		default:
			panic(dsl.Fail(m.drawing.noMethod("empty?", as)))
		}
		prefix = m.Str(as)
		if u := dsl.UnknownIn(as); u != nil && !ruby.IsWord(prefix) {
			prefix = m.drawing.addPlaceholder(nameOfUnknown(prefix), u.Text())
		}
	case !hasAction || m.scope.canonicalAction(action):
		return ""
	}
	if prefix == "" || prefix == "/" {
		return ""
	}
	return normalName(strings.ReplaceAll(prefix, "-", "_"))
}

// validName is /^[_a-z]\w*$/i on any line of a name.
func validName(name string) bool {
	for line := range strings.SplitSeq(name, "\n") {
		if line != "" && nameStart(line[0]) && ruby.IsWord(line) {
			return true
		}
	}
	return false
}

// taken reports whether a route of that name was drawn. Where only the
// application knows, it is the condition.
func (m *Mapper) taken(name string) dsl.Value {
	var open *dsl.Unknown
	for r := m.set.named[name]; r != nil; r = m.set.earlier[r] {
		switch v := m.t.EvalConds(r.Conditions).(type) {
		case *dsl.Unknown:
			if open == nil {
				open = v
			} else {
				open = v.Or(open)
			}
		case dsl.Bool:
			if v {
				return dsl.True
			}
		}
	}
	if open == nil {
		return dsl.False
	}
	return m.t.Seen(open)
}

// clashes reports whether a name is taken for good: both routes always exist
// together. Where a condition decides on one of them, Rails would raise only if
// it holds.
func (m *Mapper) clashes(old *route.Route) bool {
	return slices.EqualFunc(old.Conditions, m.conditions(), dsl.Condition.Equal)
}

// Either runs f for each value that conditions pick, and for otherwise, if it is not Go's nil,
// in place of what none does.
func (m *Mapper) Either(v, otherwise dsl.Value, f func(dsl.Value)) {
	ruby.Either(m.t, v, otherwise, func(v dsl.Value) {
		if dsl.IsUnknown(v) && otherwise != nil {
			v = otherwise
		}
		if !dsl.IsUnknown(v) {
			v = m.drawing.Host.Decides(v)
		}
		f(v)
	})
}

package mapper

import (
	"cmp"
	"fmt"
	"regexp"
	"strings"
	"sync"

	"signalbox/dsl"
	"signalbox/expand/route"
	"signalbox/expand/ruby"
)

// What is told of values that only the application knows, by what they are used
// as.

// Unknown notes that a value that only the application knows is used as the
// path, name or option list of a route.
func (d *Drawing) Unknown(m *Mapper, u *dsl.Unknown, as string) { d.unknownExample(m, u, as, "") }

// unknownExample is Unknown with a value that settles it, in YAML.
func (d *Drawing) unknownExample(m *Mapper, u *dsl.Unknown, as, example string) {
	use := unknownUses[as]
	d.UnknownAs(m, u, "unknown "+use.effect, cmp.Or(d.meantText(u), meantSymbol(u), use.todo), use.wants, example)
}

// meantText is what a word with a comment right behind it may have been meant to be: a
// target without its quotes, `to: pages#about`.
func (d *Drawing) meantText(u *dsl.Unknown) string {
	file := d.Files[u.Pos.Filename]
	if file == nil || !ruby.IsWord(u.Text()) || u.Pos.Offset+len(u.Text()) > len(file.Source) {
		return ""
	}
	if m := targetText().FindString(file.Source[u.Pos.Offset:]); strings.HasPrefix(m, u.Text()+"#") {
		return "did you mean `\"" + m + "\"`?"
	}
	return ""
}

var targetText = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[a-z_][\w/]*#[a-z_]\w*[?!]?`) })

// meantSymbol is what a bare word may have been meant to be: a symbol without its colon.
func meantSymbol(u *dsl.Unknown) string {
	if !ruby.IsWord(u.Text()) || u.Text()[0] < 'a' {
		return ""
	}
	return "did you mean `:" + u.Text() + "`?"
}

// unknownActions is Unknown for a list of actions, or for one of a list.
func (d *Drawing) unknownActions(m *Mapper, u *dsl.Unknown, isList, singleton bool) {
	names := "index show"
	if singleton {
		names = "show update"
	}
	if !isList && !u.Splat() {
		d.unknownUse(m, u, "unknown action %s: every action it may name is listed as conditional", cmp.Or(meantSymbol(u), "set it to a symbol"), route.TextShape, "", "")
		return
	}
	d.unknownUse(m, u, "unknown action list %s: every action it may name is listed as conditional", "set the list", route.ListShape, "", names)
}

// UnknownAs warns of an unknown value, once a place: effect says what the table shows
// of it, with %s for the value, and todo what to do; example is a value for it, in YAML,
// empty for none.
func (d *Drawing) UnknownAs(m *Mapper, u *dsl.Unknown, effect, todo string, wants route.ShapeKind, example string) {
	d.unknownUse(m, u, effect, todo, wants, example, "")
}

// unknownUse is UnknownAs of a list that may hold names.
func (d *Drawing) unknownUse(m *Mapper, u *dsl.Unknown, effect, todo string, wants route.ShapeKind, example, names string) {
	pos := u.Pos
	if pos.Line == 0 || IsText(pos) {
		pos = m.pos
	}
	d.reportedCalls[m.pos] = true
	d.Warned(m.pos, pos)
	use := route.Diagnostic{Source: u.Text(), Pos: pos}
	if d.reportedValues[use] {
		return
	}
	d.reportedValues[use] = true
	w := warning(route.UnknownValue, pos, fmt.Sprintf(effect, dsl.Brief(u.Text()))+"; "+todo)
	w.Source, w.Expr, w.Wants, w.Example, w.Names = u.Text(), u.Text(), wants, example, names
	d.Host.Tell(w)
}

// unknownUses are what values are used as, with what the table shows of unknown ones
// and what to do.
var unknownUses = map[string]struct {
	effect, todo string
	wants        route.ShapeKind
}{
	"path":        {"path %s, shown as a placeholder", "set it to a string", route.TextShape},
	"name":        {"name %s, shown as a placeholder", "set it to a string", route.TextShape},
	"redirect":    {"redirect %s, shown as a placeholder", "set it to a string", route.TextShape},
	"target":      {"endpoint %s, shown as a placeholder", "set it to a string", route.TextShape},
	"option":      {"option %s, shown as a placeholder", "set it", route.AnyShape},
	"option list": {"options %s: the row is listed without them", "set the hash", route.MappingShape},
}

// unknownConstraints notes constraints that may be a hash. A constant and what
// is made of one by `new` are objects, which no table shows.
func (d *Drawing) unknownConstraints(m *Mapper, v dsl.Value) {
	u, ok := v.(*dsl.Unknown)
	if !ok || isObject(u.Text()) || d.Host.IsGiven(route.Matches(u.Text())) {
		return
	}
	w := warning(route.UnknownValue, m.pos, "unknown constraints "+dsl.Brief(u.Text())+": if they are a hash, the rows lack them; set the hash or the class")
	w.Source, w.Expr, w.Wants, w.Example = u.Text(), u.Text(), route.MappingShape, "{subdomain: api}, or !ruby/class Gate for an object"
	d.Host.Tell(w)
}

// noteUnknown warns of values in a route that only the application knows: the
// table shows what is written instead. Such a route is open, see [route.Route.Open].
func (m *Mapper) noteUnknown(r *route.Route) {
	for _, h := range [...]*dsl.Hash{r.Defaults.Hash, r.Requirements.Hash, r.Constraints.Hash} {
		for i := range h.Len() {
			key, v := h.At(i)
			u := dsl.UnknownIn(v)
			if u == nil && dsl.UnknownIn(key) == nil {
				continue
			}
			opened(r)
			if u == nil || m.drawing.reportedCalls[m.pos] {
				continue
			}
			shown, err := m.t.Inspect(key)
			if err != nil {
				shown = "a value"
			}
			d := warning(route.UnknownValue, m.pos, "unknown value "+m.drawing.brief(u.Text())+" for "+shown+", shown as source code; set it")
			d.Source = u.Text()
			plain := false // of defaults:, which are no requirements
			if own := m.scope.defaults; own != nil {
				_, plain = own.Get(key)
			}
			switch name, ok := key.(dsl.Symbol); {
			case h == r.Defaults.Hash && plain, h == r.Constraints.Hash:
				d.Wants = route.TextShape
			case ok && (h == r.Requirements.Hash || r.Path.Has(string(name))):
				d.Wants = route.TextShape
				if v == dsl.Value(u) { // not a part of it
					d.Wants = route.PatternShape
				}
			}
			m.drawing.Host.Tell(d)
		}
	}
}

// brief is [dsl.Brief] of a text that many routes hold.
func (d *Drawing) brief(text string) string {
	short, ok := d.briefs[text]
	if !ok {
		short = dsl.Brief(text)
		d.briefs[text] = short
	}
	return short
}

package lint

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"signalbox/expand/route"
)

// A Fix is what the safe edits of findings make of the files.
type Fix struct {
	Texts map[string]string // of the files that change, by their names in positions
	// Applied are the findings that are mended, Left the others.
	Applied, Left []*Finding
}

// An effect is what the edits of a finding may do to the table.
type effect uint8

const (
	unsafe   effect = iota
	sameRows        // nothing
	lessRows        // take the rows of the finding away, whatever their names were
	asMeant         // anything: a name is another one from now on
)

// effects are those of the codes whose edits are safe.
var effects = map[string]effect{
	"redundant-only": sameRows, "requirement-without-segment": sameRows, "unused-concern": sameRows, "unused-disable": sameRows,
	"duplicate": lessRows, "missing-action": lessRows, "unknown-option": asMeant, "unknown-verb": asMeant,
}

// maxFixes bounds the findings whose edits are tried one by one.
const maxFixes = 500

// A Loader expands an application with other texts in place of some files; nil for none.
type Loader func(texts map[string]string) (*route.Table, error)

// Fixed applies the edits that are safe: those after which the table is what the finding says, as
// load shows. The table is that of load without any texts. An edit after which it is another one
// is left out, and so is one that takes away what the application needs elsewhere, as the others
// show: in another environment, say, or with variables that are not set here.
func Fixed(all []*Finding, load Loader, others ...Loader) (*Fix, error) {
	before, err := load(nil)
	if err != nil {
		return nil, err
	}
	x := &fixer{load: load, before: before, fix: &Fix{}}
	for _, load := range others {
		if before, err := load(nil); err == nil {
			x.others = append(x.others, variant{load, before})
		}
	}
	var plain, meant []*Finding
	for _, f := range all {
		switch e := effects[f.Name]; {
		case e == unsafe || len(f.Edits) == 0:
			x.fix.Left = append(x.fix.Left, f)
		case e == asMeant:
			meant = append(meant, f)
		default:
			plain = append(plain, f)
		}
	}
	if !x.try(plain) { // some of them
		for i, f := range plain {
			if i >= maxFixes || !x.try([]*Finding{f}) {
				x.fix.Left = append(x.fix.Left, f)
			}
		}
	}
	for _, f := range meant {
		if !x.try([]*Finding{f}) {
			x.fix.Left = append(x.fix.Left, f)
		}
	}
	x.fix.Texts = x.texts(x.fix.Applied)
	return x.fix, nil
}

// A fixer tries edits.
type fixer struct {
	load   Loader
	before *route.Table
	others []variant
	fix    *Fix
}

// A variant is the application elsewhere.
type variant struct {
	load   Loader
	before *route.Table
}

// try applies the edits of some findings besides those that are applied; false where the table is
// another one then.
func (x *fixer) try(more []*Finding) bool {
	if len(more) == 0 {
		return true
	}
	all := slices.Concat(x.fix.Applied, more)
	texts := x.texts(all)
	if texts == nil {
		return false
	}
	after, err := x.load(texts)
	if err != nil || !x.expected(all, after) {
		return false
	}
	for _, v := range x.others {
		if after, err := v.load(texts); err != nil || !v.keeps(x.before, all, after) {
			return false
		}
	}
	x.fix.Applied = all
	return true
}

// expected reports whether a table is what some findings say of the one before.
func (x *fixer) expected(applied []*Finding, after *route.Table) bool {
	gone, names, slips := map[int]bool{}, true, 0
	for _, f := range applied {
		switch effects[f.Name] {
		case asMeant:
			slips++
		case lessRows:
			names = false
			for _, r := range f.Routes {
				gone[r.Index] = true
			}
		}
	}
	if slips > 0 {
		return slipsOf(after) == slipsOf(x.before)-slips
	}
	var want, got []string
	for _, r := range x.before.Routes {
		if !gone[r.Index] {
			want = append(want, rowKey(x.before, r, names))
		}
	}
	for _, r := range after.Routes {
		got = append(got, rowKey(after, r, names))
	}
	return slices.Equal(want, got) && len(after.Diagnostics) <= len(x.before.Diagnostics) && keepsNames(x.before, applied, after)
}

// keepsNames reports whether there are the helpers that there were, but for those of actions that
// are missing.
func keepsNames(before *route.Table, applied []*Finding, after *route.Table) bool {
	spare := map[string]bool{}
	for _, f := range applied {
		if f.Name == "missing-action" {
			for _, r := range f.Routes {
				spare[r.Name] = true
			}
		}
	}
	left := map[string]bool{"": true}
	for _, r := range after.Routes {
		left[r.Name] = true
	}
	return !slices.ContainsFunc(before.Routes, func(r *route.Route) bool { return !left[r.Name] && !spare[r.Name] })
}

// keeps reports whether a table has the rows of the one before, but for those that findings of
// the table here take away: of duplicates one must stay.
func (v *variant) keeps(here *route.Table, applied []*Finding, after *route.Table) bool {
	duplicates, spare := map[string]bool{}, map[string]bool{}
	for _, f := range applied {
		switch effects[f.Name] {
		case asMeant:
			return true // another name changes what is meant there, too
		case lessRows:
			for _, r := range f.Routes {
				key := rowKey(here, r, false)
				duplicates[key] = duplicates[key] || f.Name == "duplicate"
				spare[key] = spare[key] || f.Name == "missing-action"
			}
		}
	}
	count := func(t *route.Table) map[string]int {
		rows := map[string]int{}
		for _, r := range t.Routes {
			rows[rowKey(t, r, false)]++
		}
		return rows
	}
	had, has := count(v.before), count(after)
	for key, n := range had {
		if m := has[key]; m > n || m < n && !spare[key] && (m == 0 || !duplicates[key]) {
			return false
		}
	}
	return len(has) <= len(had)
}

// slipsOf is how many slips are told of a table.
func slipsOf(t *route.Table) (n int) {
	for _, d := range t.Diagnostics {
		if d.Meant != "" {
			n++
		}
	}
	return n
}

// rowKey is what a row is, but for its place.
func rowKey(t *route.Table, r *route.Route, name bool) string {
	var b strings.Builder
	fmt.Fprint(&b, r.Verb(), " ", r.Path, " ", t.Reqs(r), r.Anchored, r.Internal, len(r.Callables))
	for i := range r.Constraints.Len() {
		key, v := r.Constraints.At(i)
		shown, _ := t.Inspect(v)
		fmt.Fprint(&b, " ", key, "=", shown)
	}
	for _, g := range r.Guards {
		fmt.Fprint(&b, " ", g.Text)
	}
	for _, c := range r.Conditions {
		fmt.Fprint(&b, " if ", c.Text)
	}
	if name {
		fmt.Fprint(&b, " as ", r.Name)
	}
	return b.String()
}

// texts are the files with the edits of some findings; nil where two of them overlap.
func (x *fixer) texts(all []*Finding) map[string]string {
	edits := map[string][]Edit{}
	for _, f := range all {
		for _, e := range f.Edits {
			if !slices.Contains(edits[e.Pos.Filename], e) {
				edits[e.Pos.Filename] = append(edits[e.Pos.Filename], e)
			}
		}
	}
	texts := map[string]string{}
	for _, name := range slices.Sorted(maps.Keys(edits)) {
		text, ok := x.before.Source(name)
		if !ok {
			return nil
		}
		list := edits[name]
		slices.SortFunc(list, func(a, b Edit) int { return cmp.Compare(b.Pos.Offset, a.Pos.Offset) })
		for i, e := range list {
			if e.End.Offset > len(text) || i > 0 && e.End.Offset > list[i-1].Pos.Offset {
				return nil
			}
			text = text[:e.Pos.Offset] + e.Text + text[e.End.Offset:]
		}
		texts[name] = text
	}
	return texts
}

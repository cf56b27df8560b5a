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

// Fixed applies the edits that are safe: those after which the table is what the finding says, as
// load shows, which expands the application with other texts in place of some files. The table
// is that of load without any. An edit after which it is another one is left out.
func Fixed(all []*Finding, load func(texts map[string]string) (*route.Table, error)) (*Fix, error) {
	before, err := load(nil)
	if err != nil {
		return nil, err
	}
	x := &fixer{load: load, before: before, fix: &Fix{}}
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
	load   func(map[string]string) (*route.Table, error)
	before *route.Table
	fix    *Fix
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
	return slices.Equal(want, got) && len(after.Diagnostics) <= len(x.before.Diagnostics)
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

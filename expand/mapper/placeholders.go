package mapper

import (
	"slices"
	"strings"

	"signalbox/dsl"
	"signalbox/expand/route"
	"signalbox/grammar"
)

// What rows show for what only the application knows.

// notePlaceholders finds them; own is the unknown value that is a part of the path.
func (d *Drawing) notePlaceholders(r *route.Route, own *dsl.Unknown) {
	var all []string
	add := func(exprs ...string) {
		for _, x := range exprs {
			if !slices.Contains(all, x) {
				all = append(all, x)
			}
		}
	}
	if r.Open != nil {
		for _, u := range r.Open.Parts {
			if u.Param == "" {
				add(u.Value.Text())
			}
		}
	}
	if own != nil {
		add(own.Text())
	}
	inText := func(text string) {
		if route.HoldsUnknown(text) {
			exprs, _ := d.placeholdersIn(text, nil)
			add(exprs...)
		}
		add(d.standingIn(text)...)
	}
	inText(r.Name)
	inHelper := len(all)
	for _, key := range []string{"controller", "action"} {
		v, _ := r.Requirement(key)
		if u := dsl.UnknownIn(v); u != nil {
			add(u.Text())
		} else if s, ok := v.(*dsl.String); ok {
			inText(s.String())
		}
	}
	add(d.unknownEndpoint(r.Endpoint)...)
	if all != nil {
		open := opened(r)
		open.Placeholders, open.InHelper = all, inHelper
	}
}

// unknownEndpoint is what only the application knows of an endpoint whose row shows a
// placeholder.
func (d *Drawing) unknownEndpoint(e *route.Endpoint) []string {
	if u, ok := e.App.(*dsl.Unknown); ok && !(d.isMade(u.Text()) && !isUpperConstant(u.Text())) {
		return []string{u.Text()}
	}
	redirect := e.Redirect
	if redirect == nil {
		return nil
	}
	if redirect.Path != nil {
		if u := dsl.UnknownIn(redirect.Path); u != nil {
			return []string{u.Text()}
		}
	}
	if u, ok := redirect.Block.(*dsl.Unknown); ok && !strings.Contains(u.Text(), ".new") {
		return []string{u.Text()}
	}
	return nil
}

// standingIn are the expressions whose placeholders are whole words of a text.
func (d *Drawing) standingIn(text string) []string {
	var all []string
	for p, expr := range d.placeholders {
		if at := strings.Index(text, p); at >= 0 && boundary(text, at-1) && boundary(text, at+len(p)) {
			all = append(all, expr)
		}
	}
	slices.Sort(all)
	return all
}

// boundary reports whether words of a name end at a byte of it.
func boundary(text string, at int) bool {
	return at < 0 || at >= len(text) || strings.IndexByte("_/.-:#", text[at]) >= 0
}

// warned returns the places of the warnings that concern a route: of its own word, and of
// the calls around it.
func (m *Mapper) warned() (all []grammar.Pos) {
	if len(m.drawing.warnings) == 0 || m.t == nil {
		return nil
	}
	all = slices.Clone(m.drawing.warnings[m.pos])
	for _, f := range m.t.Stack() {
		for _, place := range m.drawing.warnings[f.Pos] {
			if !slices.Contains(all, place) {
				all = append(all, place)
			}
		}
	}
	return all
}

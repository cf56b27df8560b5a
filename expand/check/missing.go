package check

import (
	"strings"

	"signalbox/expand/route"
	"signalbox/grammar"
)

// A Missing is an expression whose value would settle something unknown.
type Missing struct {
	Expr string      // `Settings.sso?`, as Options.Set of package expand takes it
	Pos  grammar.Pos // of what first needs it
	Line string      // the line there; empty if no file has it
	// Wants is the kind of value that settles it.
	Wants *Shape
}

// MissingIn lists the expressions that would settle everything unknown, in the
// order of the places that need them; without their lines.
func MissingIn(t *route.Table) []Missing {
	f := newFinder(t)
	for _, finding := range Unsettled(t) {
		f.findOf(finding)
	}
	return f.all()
}

// MissingOf is [MissingIn] for some groups of findings.
func MissingOf(t *route.Table, groups ...FindingGroup) []Missing {
	f := newFinder(t)
	for _, d := range groups {
		f.findOf(d.Finding)
	}
	return f.all()
}

// findOf notes what settles a finding.
func (f *unsetFinder) findOf(finding Finding) {
	if finding.Severity == route.Note || !unresolved[finding.Kind] || finding.Kind == "env" && finding.Expr == "" {
		return
	}
	source, wants, example := finding.source, finding.wants, finding.example
	switch finding.Kind {
	case "conditional":
		wants = route.DecisionShape
	case "env":
		wants = route.TextShape
	case "word":
		wants = route.WordShape
	}
	f.find(source, wants, example, finding.Pos)
	if finding.names == "" {
		return
	}
	if x := route.ParseExpression(finding.source); x != nil {
		if s := f.shape(x); s != nil && s.Kind == route.ListShape {
			s.elem().Like = strings.Fields(finding.names)
		}
	}
}

// unresolved are the kinds of findings that a setting resolves.
var unresolved = map[string]bool{"conditional": true, "unknown": true, "word": true, "env": true}

// SettingsFor returns what settles an unknown value, by its source: of
// `/#{Settings.host}.org/` it is `Settings.host`. What each wants follows from all
// uses in the table.
func SettingsFor(t *route.Table, source string) []Missing {
	wants := map[string]*Shape{}
	for _, m := range MissingIn(t) {
		wants[m.Expr] = m.Wants
	}
	f := newFinder(t)
	f.find(source, route.AnyShape, "", grammar.Pos{})
	all := f.all()
	for i := range all {
		if s := wants[all[i].Expr]; s != nil {
			all[i].Wants = s
		}
	}
	return all
}

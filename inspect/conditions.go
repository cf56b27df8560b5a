package inspect

import (
	"signalbox/expand/check"
	"signalbox/expand/route"
)

// A Condition is an expression that only the application knows and that the table depends
// on.
type Condition struct {
	Expr    string `json:"expr"`
	Message string `json:"message"`
	File    string `json:"file"`
	Line    int    `json:"line"`
	// Settings are the expressions whose values settle it, each with one that it may have.
	Settings []Setting `json:"settings"`
	Routes   []Ref     `json:"routes"`
}

// A Setting is what settles a condition.
type Setting struct {
	Expr   string `json:"expr"`
	Sample string `json:"sample"` // true, "text"
}

// A Ref names a row: the index that it has in its table.
type Ref struct {
	Engine string `json:"engine,omitempty"`
	Index  int    `json:"index"`
}

func refOf(t *route.Table, r *route.Route) Ref {
	ref := Ref{Index: r.Index}
	if owner := t.Owner(r); owner != nil {
		ref.Engine = owner.Engine
	}
	return ref
}

func conditions(t *route.Table) []Condition {
	list := []Condition{}
	for _, g := range check.Groups(t) {
		if !g.Unresolved() {
			continue
		}
		c := Condition{Expr: g.Expr, Message: g.Summary, File: g.Pos.Filename, Line: g.Pos.Line, Settings: []Setting{}, Routes: []Ref{}}
		if g.Settable() {
			for _, m := range check.MissingOf(t, g) {
				c.Settings = append(c.Settings, Setting{m.Expr, m.Wants.Sample()})
			}
		}
		for _, r := range g.Routes {
			c.Routes = append(c.Routes, refOf(t, r))
		}
		list = append(list, c)
	}
	return list
}

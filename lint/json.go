package lint

import (
	"encoding/json"
	"io"

	"signalbox/expand/route"
)

// Schema is the name of the form that [WriteJSON] writes.
const Schema = "routes.check/1"

type jsonFinding struct {
	Code        string     `json:"code"`
	Severity    Severity   `json:"severity"`
	Certainty   Certainty  `json:"certainty"`
	File        string     `json:"file"`
	Line        int        `json:"line"`
	Column      int        `json:"column"`
	Message     string     `json:"message"`
	Remedy      string     `json:"remedy"`
	Also        []jsonPos  `json:"also"`
	Edits       []jsonEdit `json:"edits"`
	Routes      []jsonRow  `json:"routes"`
	By          []jsonRow  `json:"by"`
	Fingerprint string     `json:"fingerprint"`
}

type jsonPos struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
}

type jsonEdit struct {
	jsonPos
	Length int    `json:"length"`
	Text   string `json:"text"`
}

type jsonRow struct {
	Index  int    `json:"index"`
	Engine string `json:"engine,omitempty"`
	Verb   string `json:"verb"`
	Path   string `json:"path"`
}

// WriteJSON writes findings as one object:
//
//	{"schema":"routes.check/1","findings":[{"code","severity","certainty","file","line","column","message",
//	 "remedy","also":[{"file","line","column"}],"edits","routes":[{"index","verb","path"}],"by","fingerprint"}]}
//
// index is that of `routes --json`; of an engine's row engine names the engine.
func WriteJSON(w io.Writer, t *route.Table, all []*Finding) error {
	out := struct {
		Schema   string        `json:"schema"`
		Findings []jsonFinding `json:"findings"`
	}{Schema, []jsonFinding{}}
	for _, f := range all {
		one := jsonFinding{
			Code: f.Name, Severity: f.Severity, Certainty: f.Certainty, File: f.Pos.Filename, Line: f.Pos.Line, Column: f.Pos.Column, Message: f.Message,
			Remedy: f.Remedy, Also: []jsonPos{}, Edits: []jsonEdit{}, Routes: rowsOf(t, f.Routes), By: rowsOf(t, f.By),
			Fingerprint: f.Fingerprint(),
		}
		for _, p := range f.Also {
			one.Also = append(one.Also, jsonPos{p.Filename, p.Line, p.Column})
		}
		for _, e := range f.Edits {
			one.Edits = append(one.Edits, jsonEdit{jsonPos{e.Pos.Filename, e.Pos.Line, e.Pos.Column}, e.Length, e.Text})
		}
		out.Findings = append(out.Findings, one)
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(out)
}

func rowsOf(t *route.Table, routes []*route.Route) []jsonRow {
	rows := make([]jsonRow, len(routes))
	for i, r := range routes {
		rows[i] = jsonRow{Index: r.Index, Verb: r.Verb(), Path: r.Path.String()}
		if owner := t.Owner(r); owner != nil {
			rows[i].Engine = owner.Engine
		}
	}
	return rows
}

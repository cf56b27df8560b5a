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
	EndLine     int        `json:"end_line"`
	EndColumn   int        `json:"end_column"`
	Message     string     `json:"message"`
	Remedy      string     `json:"remedy"`
	Edits       []jsonEdit `json:"edits"`
	Routes      []int      `json:"routes"`
	By          []int      `json:"by"`
	Witness     *Request   `json:"witness"`
	Fingerprint string     `json:"fingerprint"`
}

type jsonEdit struct {
	File      string `json:"file"`
	Line      int    `json:"line"`
	Column    int    `json:"column"`
	EndLine   int    `json:"end_line"`
	EndColumn int    `json:"end_column"`
	Text      string `json:"text"`
}

// WriteJSON writes findings as one object:
//
//	{"schema":"routes.check/1","findings":[{"code","severity","certainty","file","line","column","end_line","end_column","message",
//	 "remedy","edits":[{"file","line","column","end_line","end_column","text"}],"routes":[index],"by":[index],
//	 "witness":{"method","url"},"fingerprint"}],"undecided":n}
//
// An index is that of `routes --json`; the rows of engines have none. undecided is how many
// comparisons of routes were left undecided. The witness is null where no request shows it.
func WriteJSON(w io.Writer, t *route.Table, all []*Finding, undecided int) error {
	out := struct {
		Schema    string        `json:"schema"`
		Findings  []jsonFinding `json:"findings"`
		Undecided int           `json:"undecided"`
	}{Schema, []jsonFinding{}, undecided}
	for _, f := range all {
		one := jsonFinding{
			Code: f.Name, Severity: f.Severity, Certainty: f.Certainty, File: f.Pos.Filename, Line: f.Pos.Line, Column: f.Pos.Column, EndLine: f.End.Line, EndColumn: f.End.Column,
			Message: f.Message, Remedy: f.Advice(), Edits: []jsonEdit{}, Routes: rowsOf(t, f.Routes), By: rowsOf(t, f.By), Witness: f.Witness, Fingerprint: f.Fingerprint(),
		}
		for _, e := range f.Edits {
			one.Edits = append(one.Edits, jsonEdit{e.Pos.Filename, e.Pos.Line, e.Pos.Column, e.End.Line, e.End.Column, e.Text})
		}
		out.Findings = append(out.Findings, one)
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(out)
}

func rowsOf(t *route.Table, routes []*route.Route) []int {
	rows := []int{}
	for _, r := range routes {
		if r.Index < len(t.Routes) && t.Routes[r.Index] == r {
			rows = append(rows, r.Index)
		}
	}
	return rows
}

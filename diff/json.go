package diff

import (
	"encoding/json"
	"io"
)

// Schema is the name of the form that [Report.WriteJSON] writes.
const Schema = "routes.diff/1"

type jsonExposure struct {
	Kind   ExposureKind    `json:"kind"`
	Before json.RawMessage `json:"before"`
	After  json.RawMessage `json:"after"`
	Detail string          `json:"detail"`
}

type jsonChange struct {
	Before json.RawMessage `json:"before"`
	After  json.RawMessage `json:"after"`
	Fields []string        `json:"fields"`
}

type jsonSwap struct {
	First   json.RawMessage `json:"first"`
	Second  json.RawMessage `json:"second"`
	Witness jsonWitness     `json:"witness"`
}

type jsonWitness struct {
	Method string `json:"method"`
	Path   string `json:"path"`
}

// WriteJSON writes the report as one object:
//
//	{"schema":"routes.diff/1","before":"main","after":"working tree","exposure":[{"kind","before","after","detail"}],
//	 "added":[row],"removed":[row],"changed":[{"before","after","fields"}],
//	 "precedence":[{"first","second","witness":{"method","path"}}],"undecided":0}
//
// A row is one of `routes --json`; before of an exposure is null for a row that is new.
func (r *Report) WriteJSON(w io.Writer, names Names) error {
	out := struct {
		Schema     string            `json:"schema"`
		Before     string            `json:"before"`
		After      string            `json:"after"`
		Exposure   []jsonExposure    `json:"exposure"`
		Added      []json.RawMessage `json:"added"`
		Removed    []json.RawMessage `json:"removed"`
		Changed    []jsonChange      `json:"changed"`
		Precedence []jsonSwap        `json:"precedence"`
		Undecided  int               `json:"undecided"`
	}{
		Schema, names.Before, names.After, []jsonExposure{}, jsonRows(r.Added), jsonRows(r.Removed), []jsonChange{}, []jsonSwap{}, r.Undecided,
	}
	for _, e := range r.Exposure {
		out.Exposure = append(out.Exposure, jsonExposure{e.Kind, e.Before.json(), e.After.json(), e.Detail})
	}
	for _, c := range r.Changed {
		out.Changed = append(out.Changed, jsonChange{c.Before.json(), c.After.json(), c.Fields})
	}
	for _, s := range r.Precedence {
		out.Precedence = append(out.Precedence, jsonSwap{s.First.json(), s.Second.json(), jsonWitness{s.Method, s.Path}})
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(out)
}

func jsonRows(rows []*Row) []json.RawMessage {
	list := make([]json.RawMessage, len(rows))
	for i, r := range rows {
		list[i] = r.json()
	}
	return list
}

// json is the row as `routes --json --engines` has it; null for none.
func (r *Row) json() json.RawMessage {
	if r == nil {
		return json.RawMessage("null")
	}
	return r.Table.RowJSON(r.Route)
}

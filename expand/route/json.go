package route

import (
	"bufio"
	"encoding/json"
	"io"
	"math"
	"slices"
	"strconv"

	"signalbox/dsl"
	"signalbox/grammar"
)

// WriteJSON prints the routes as an array of objects, one a line, the internal
// ones included:
//
//	{"index":0,"name":"posts","verb":"GET","path":"/posts(.:format)","controller":"posts",...}
//
// A regexp is {"regexp": source, "options": "mix"}, a symbol {"sym": name};
// "guards" lists what else a request must pass, see [Route.Guards], and
// "conditional" what a route depends on, "wrapped" the unknown methods among it in whose
// blocks it is drawn, if there are any: they may also change its path, name, module and
// constraints. "source" is the place that Rails records,
// with its "column"; where a caller of the word has it, "declared" is that of the
// word. "placeholders" names the expressions that a row shows instead of their
// values, see [Route.Placeholders]; other rows do not have it.
func (t *Table) WriteJSON(w io.Writer) error {
	return t.WriteJSONFiltered(w, Filter{})
}

// WriteJSONFiltered is [Table.WriteJSON] for the rows that a filter chooses.
func (t *Table) WriteJSONFiltered(w io.Writer, f Filter) error {
	return t.writeRows(w, f, t)
}

// WriteJSONEngines is [Table.WriteJSONFiltered] with the rows of [Table.Engines]
// behind those of the table. They have "engine", the name of the engine whose
// row it is; "index" counts the rows of each.
func (t *Table) WriteJSONEngines(w io.Writer, f Filter) error {
	return t.writeRows(w, f, append([]*Table{t}, t.Engines()...)...)
}

func (t *Table) writeRows(w io.Writer, f Filter, tables ...*Table) error {
	wanted, err := t.filter(f)
	if err != nil {
		return err
	}
	out := bufio.NewWriterSize(w, 64<<10)
	buf := make([]byte, 0, 1<<10)
	out.WriteString("[\n")
	first := true
	for _, table := range tables {
		mounts := table.MountGuards()
		for _, r := range table.Routes {
			if wanted != nil {
				ok, err := wanted(r)
				if err != nil {
					return err
				}
				if !ok {
					continue
				}
			}
			if !first {
				out.WriteString(",\n")
			}
			first = false
			buf = table.appendRow(buf[:0], r, mounts, len(tables) > 1)
			out.Write(buf)
		}
	}
	if !first {
		out.WriteByte('\n')
	}
	out.WriteString("]\n")
	return out.Flush()
}

// RowJSON returns a row of the table as [Table.WriteJSONEngines] writes it.
func (t *Table) RowJSON(r *Route) []byte { return t.appendRow(nil, r, t.MountGuards(), true) }

// appendRow writes a row; mounts are the guards of the engine whose it is.
func (t *Table) appendRow(b []byte, r *Route, mounts []Guard, engine bool) []byte {
	b = append(b, `{"index":`...)
	b = strconv.AppendInt(b, int64(r.Index), 10)
	if engine && t.Engine != "" {
		b = appendString(append(b, `,"engine":`...), t.Engine)
	}
	b = append(b, `,"name":`...)
	switch {
	case r.NamedFalse:
		b = append(b, "false"...)
	case r.Name == "":
		b = append(b, "null"...)
	default:
		b = appendString(b, r.Name)
	}
	b = appendString(append(b, `,"verb":`...), r.Verb())
	b = appendString(append(b, `,"path":`...), r.Path.String())
	b = t.appendPart(append(b, `,"controller":`...), r, "controller")
	b = t.appendPart(append(b, `,"action":`...), r, "action")
	b = appendString(append(b, `,"reqs":`...), t.Reqs(r))
	b = t.appendHash(append(b, `,"defaults":`...), r.Defaults.Hash, 0)
	b = t.appendHash(append(b, `,"requirements":`...), r.Requirements.Hash, 0)
	b = t.appendHash(append(b, `,"constraints":`...), r.Constraints.Hash, 0)
	b = append(b, `,"source":`...)
	if source := r.Source(); source != "" {
		b = appendString(b, source)
	} else {
		b = append(b, "null"...)
	}
	if r.Origin != nil && r.Origin.Word != nil {
		b = appendString(append(b, `,"declared":`...), sourceLine(*r.Origin.Word))
	}
	b = appendString(append(b, `,"kind":`...), r.Endpoint.Kind.String())
	b = strconv.AppendBool(append(b, `,"anchored":`...), r.Anchored)
	b = strconv.AppendBool(append(b, `,"internal":`...), r.Internal)
	b = appendStrings(append(b, `,"required_parts":`...), r.RequiredParts())
	b = appendStrings(append(b, `,"optional_parts":`...), r.OptionalParts())
	conditions := make([]string, len(r.Conditions))
	var wraps []string
	for i, c := range r.Conditions {
		conditions[i] = c.Text
		if c.Wraps {
			wraps = append(wraps, c.Text)
		}
	}
	b = appendStrings(append(b, `,"conditional":`...), conditions)
	if wraps != nil {
		b = appendStrings(append(b, `,"wrapped":`...), wraps)
	}
	b = appendGuards(append(b, `,"guards":`...), append(slices.Clip(mounts), r.Guards...))
	b = append(b, `,"column":`...)
	if r.Pos.Column > 0 {
		b = strconv.AppendInt(b, int64(r.Pos.Column), 10)
	} else {
		b = append(b, "null"...)
	}
	if list := r.open().Placeholders; len(list) > 0 {
		b = appendStrings(append(b, `,"placeholders":`...), list)
	}
	return append(b, '}')
}

func appendGuards(b []byte, guards []Guard) []byte {
	b = append(b, '[')
	for i, g := range guards {
		if i > 0 {
			b = append(b, ',')
		}
		b = g.append(b)
	}
	return append(b, ']')
}

func (g Guard) append(b []byte) []byte {
	b = appendString(append(b, `{"kind":`...), g.Kind.String())
	b = appendString(append(b, `,"text":`...), g.Text)
	b = append(b, `,"source":`...)
	if source := g.Source(); source != "" {
		return append(appendString(b, source), '}')
	}
	return append(b, "null}"...)
}

// MarshalJSON writes a guard as the rows of [Table.WriteJSON] have it:
// {"kind":"object","text":"AdminOnly.new","source":"config/routes.rb:3:15"}.
func (g Guard) MarshalJSON() ([]byte, error) { return g.append(nil), nil }

// appendPart writes controller or action: a string, a regexp, or null.
func (t *Table) appendPart(b []byte, r *Route, name string) []byte {
	if r.Path.Has(name) {
		return appendString(b, ":"+name)
	}
	v, _ := r.Requirement(name)
	if v == nil {
		return append(b, "null"...)
	}
	return t.appendValue(b, v, 0)
}

func appendStrings(b []byte, list []string) []byte {
	b = append(b, '[')
	for i, s := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendString(b, s)
	}
	return append(b, ']')
}

const hexDigits = "0123456789abcdef"

// appendString writes a JSON string; unlike encoding/json it leaves <, > and &
// alone.
func appendString(b []byte, s string) []byte {
	b = append(b, '"')
	for i := range len(s) {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			b = append(b, '\\', c)
		case c == '\n':
			b = append(b, '\\', 'n')
		case c == '\t':
			b = append(b, '\\', 't')
		case c < 0x20:
			b = append(b, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
		default:
			b = append(b, c)
		}
	}
	return append(b, '"')
}

// maxJSONDepth ends the printing of a value that contains itself.
const maxJSONDepth = 50

func (t *Table) appendHash(b []byte, h *dsl.Hash, depth int) []byte {
	b = append(b, '{')
	for i := range h.Len() {
		key, v := h.At(i)
		if i > 0 {
			b = append(b, ',')
		}
		b = appendString(b, t.keyText(key))
		b = t.appendValue(append(b, ':'), v, depth+1)
	}
	return append(b, '}')
}

func (t *Table) keyText(key dsl.Value) string {
	switch k := key.(type) {
	case dsl.Symbol:
		return string(k)
	case *dsl.String:
		return k.String()
	}
	s, _ := t.Interp.NewThread().ToS(key)
	return s
}

func (t *Table) appendValue(b []byte, v dsl.Value, depth int) []byte {
	if depth > maxJSONDepth {
		return append(b, "null"...)
	}
	switch v := v.(type) {
	case *dsl.String:
		return appendString(b, v.String())
	case dsl.Symbol:
		return append(appendString(append(b, `{"sym":`...), string(v)), '}')
	case dsl.Int:
		return strconv.AppendInt(b, int64(v), 10)
	case dsl.Bool:
		return strconv.AppendBool(b, bool(v))
	case dsl.Float:
		return appendFloat(b, float64(v))
	case *dsl.Regexp:
		b = appendString(append(b, `{"regexp":`...), v.Source)
		return append(appendString(append(b, `,"options":`...), v.Options.String()), '}')
	case *dsl.Array:
		b = append(b, '[')
		for i, e := range v.Elems {
			if i > 0 {
				b = append(b, ',')
			}
			b = t.appendValue(b, e, depth+1)
		}
		return append(b, ']')
	case *dsl.Hash:
		return t.appendHash(b, v, depth)
	case *dsl.Unknown:
		return append(appendString(append(b, `{"unknown":`...), v.Text()), '}')
	}
	if v == nil || dsl.IsNil(v) {
		return append(b, "null"...)
	}
	shown, err := t.Inspect(v)
	if err != nil {
		shown = ""
	}
	key := `{"obj":`
	if _, ok := v.(*dsl.Range); ok {
		key = `{"range":`
	}
	return append(appendString(append(b, key...), shown), '}')
}

func appendFloat(b []byte, f float64) []byte {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return append(b, "null"...)
	}
	text, err := json.Marshal(f)
	if err != nil {
		return append(b, "null"...)
	}
	return append(b, text...)
}

func sourceLine(p grammar.Pos) string { return p.Filename + ":" + strconv.Itoa(p.Line) }

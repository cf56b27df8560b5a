package hooks

import (
	"bytes"
	"encoding/json"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// A query is the places in a JSON body that a receiver reads: type, id, handshake.
// find looks for all of them in one pass, which also validates the body. What it
// finds is what encoding/json would: of equal names the last one counts, and
// nothing is found in a body that is not JSON.
type query struct {
	root  place
	slots int
	fold  bool // notes in the finding what decoders read differently
}

// A place is one name of a path, with the places below it.
type place struct {
	name  string
	index int  // name as the index of an element, or -1
	slot  int  // of a finding's values; 0 if nobody reads the place
	cut   bool // a value here is one of a finding's cuts
	below []*place
}

// everyElement is the name of a place that means all elements of an array; it
// is only for cuts.
const everyElement = "[*]"

// newQuery makes a query of paths: names of members and indexes of elements.
func newQuery(paths, cuts [][]string) *query {
	q := &query{}
	for _, path := range paths {
		if p := q.root.at(path); p.slot == 0 {
			q.slots++
			p.slot = q.slots
		}
	}
	for _, path := range cuts {
		q.root.at(path).cut = true
	}
	return q
}

// at returns the place at a path, made if it is new.
func (p *place) at(path []string) *place {
	for _, name := range path {
		below := p.named(name)
		if below == nil {
			index, err := strconv.Atoi(name)
			if err != nil {
				index = -1
			}
			below = &place{name: name, index: index}
			p.below = append(p.below, below)
		}
		p = below
	}
	return p
}

func (p *place) named(name string) *place {
	for _, b := range p.below {
		if b.name == name {
			return b
		}
	}
	return nil
}

// A span is a part of a body.
type span struct{ from, to int }

// A finding is what a query found in a body.
type finding struct {
	query  *query
	body   []byte
	values []span // by slot; empty where there is none
	cuts   []span

	// ambiguous reports that a name on a path is there twice, or in another case: decoders
	// differ in which one they take, and some merge what is in both. Only a query that folds
	// looks for it.
	ambiguous bool
}

// find looks for the places in a body.
func (q *query) find(body []byte) *finding {
	f := &finding{query: q, body: body, values: make([]span, q.slots+1)}
	if len(q.root.below) == 0 && q.root.slot == 0 {
		return f
	}
	d := jsontext.NewDecoder(bytes.NewBuffer(body), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	err := f.value(d, &q.root)
	if _, end := d.ReadToken(); err != nil || end != io.EOF {
		f.values, f.cuts = make([]span, q.slots+1), nil
	}
	return f
}

// raw is the JSON at one of the query's paths; nil if there is none.
func (f *finding) raw(path ...string) json.RawMessage {
	p := &f.query.root
	for _, name := range path {
		if p = p.named(name); p == nil {
			return nil
		}
	}
	if s := f.values[p.slot]; s.to > 0 {
		return f.body[s.from:s.to]
	}
	return nil
}

// text is a string or a number, as text.
func (f *finding) text(path ...string) (string, bool) {
	raw := f.raw(path...)
	switch {
	case raw == nil:
		return "", false
	case raw[0] == '"':
		return unquote(raw), true
	case isNumber(raw):
		return string(raw), true
	}
	return "", false
}

// first returns the text at the first path that has one, or "".
func (f *finding) first(paths [][]string) string {
	for _, path := range paths {
		if text, ok := f.text(path...); ok {
			return text
		}
	}
	return ""
}

// number is a number that a float64 can hold.
func (f *finding) number(path ...string) (float64, bool) {
	raw := f.raw(path...)
	if !isNumber(raw) {
		return 0, false
	}
	n, err := strconv.ParseFloat(string(raw), 64)
	return n, err == nil
}

// unquote decodes a valid string.
func unquote(raw []byte) (text string) {
	_ = json.Unmarshal(raw, &text)
	return text
}

// value passes a value at a place that is looked for.
func (f *finding) value(d *jsontext.Decoder, p *place) error {
	kind := d.PeekKind()
	if len(p.below) == 0 || kind != '{' && kind != '[' {
		raw, err := d.ReadValue()
		to := int(d.InputOffset())
		f.note(p, span{to - len(raw), to})
		return err
	}
	if _, err := d.ReadToken(); err != nil {
		return err
	}
	from := int(d.InputOffset()) - 1
	var err error
	if kind == '{' {
		err = f.members(d, p)
	} else {
		err = f.elements(d, p)
	}
	if err == nil {
		_, err = d.ReadToken()
	}
	f.note(p, span{from, int(d.InputOffset())})
	return err
}

// note keeps a value where it is looked for.
func (f *finding) note(p *place, s span) {
	if p.slot > 0 {
		f.values[p.slot] = s
	}
	if p.cut {
		f.cuts = append(f.cuts, s)
	}
}

func (f *finding) members(d *jsontext.Decoder, p *place) error {
	var seen []string
	for d.PeekKind() == '"' {
		quoted, err := d.ReadValue()
		if err != nil {
			return err
		}
		child := p.member(quoted)
		if f.query.fold {
			seen = p.fold(f, child, quoted, seen)
		}
		if child == nil {
			err = d.SkipValue()
		} else {
			child.forget(f)
			err = f.value(d, child)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (f *finding) elements(d *jsontext.Decoder, p *place) error {
	for n := 0; d.PeekKind() != ']'; n++ {
		child, err := p.element(n), error(nil)
		if child == nil {
			err = d.SkipValue()
		} else {
			err = f.value(d, child)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// member is the place of a member by its name in quotes, or nil.
func (p *place) member(quoted []byte) *place {
	name := quoted[1 : len(quoted)-1]
	for _, b := range p.below {
		if string(name) == b.name { // without a copy
			return b
		}
	}
	if slices.Contains(name, '\\') || slices.ContainsFunc(name, func(c byte) bool { return c >= 0x80 }) {
		return p.named(unquote(quoted))
	}
	return nil
}

// fold notes a name that a decoder could take for one that is looked for and seen before, or for
// one that is spelled in another case: encoding/json minds none. It returns the names seen.
func (p *place) fold(f *finding, child *place, quoted []byte, seen []string) []string {
	name := unquote(quoted)
	same := func(other string) bool { return strings.EqualFold(other, name) }
	if slices.ContainsFunc(seen, same) {
		f.ambiguous = true
		return seen
	}
	if child == nil {
		misspelt := slices.ContainsFunc(p.below, func(b *place) bool { return same(b.name) })
		f.ambiguous = f.ambiguous || misspelt
		return seen
	}
	return append(seen, name)
}

// element is the place of the nth element of an array, or nil.
func (p *place) element(n int) *place {
	for _, b := range p.below {
		if b.index == n || b.name == everyElement {
			return b
		}
	}
	return nil
}

// forget drops what was found under an earlier member of the same name.
func (p *place) forget(f *finding) {
	f.values[p.slot] = span{}
	for _, b := range p.below {
		b.forget(f)
	}
}

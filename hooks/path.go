package hooks

import (
	"encoding/binary"
	"encoding/json"
	"math/bits"
	"slices"
	"strconv"
	"strings"
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
	s := scanner{text: body}
	end := s.value(s.space(0), &q.root, f, 0)
	if end < 0 || s.space(end) != len(body) {
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

// A scanner goes through JSON. Its methods take a position and return the one
// behind what they passed, or -1 if the text is not JSON.
type scanner struct{ text []byte }

// maxNesting is how deep encoding/json goes.
const maxNesting = 10_000

// value passes a value at a place that is looked for.
func (s *scanner) value(i int, p *place, f *finding, depth int) int {
	from := i
	i = s.inside(i, p, f, depth)
	if i < 0 {
		return -1
	}
	if p.slot > 0 {
		f.values[p.slot] = span{from, i}
	}
	if p.cut {
		f.cuts = append(f.cuts, span{from, i})
	}
	return i
}

func (s *scanner) inside(i int, p *place, f *finding, depth int) int {
	if len(p.below) == 0 || i >= len(s.text) {
		return s.skip(i, depth)
	}
	switch s.text[i] {
	case '{':
		return s.object(i, p, f, depth)
	case '[':
		return s.array(i, p, f, depth)
	}
	return s.skip(i, depth)
}

func (s *scanner) object(i int, p *place, f *finding, depth int) int {
	if depth++; depth > maxNesting {
		return -1
	}
	if i = s.space(i + 1); i < len(s.text) && s.text[i] == '}' {
		return i + 1
	}
	var seen []string
	for {
		from := i
		if i = s.str(i); i < 0 {
			return -1
		}
		child := p.member(s.text[from:i])
		if f.query.fold {
			seen = p.fold(f, child, s.text[from:i], seen)
		}
		if i = s.space(i); i >= len(s.text) || s.text[i] != ':' {
			return -1
		}
		i = s.space(i + 1)
		if child != nil {
			child.forget(f)
			i = s.value(i, child, f, depth)
		} else {
			i = s.skip(i, depth)
		}
		var more bool
		if i, more = s.next(i, '}'); !more {
			return i
		}
	}
}

func (s *scanner) array(i int, p *place, f *finding, depth int) int {
	if depth++; depth > maxNesting {
		return -1
	}
	if i = s.space(i + 1); i < len(s.text) && s.text[i] == ']' {
		return i + 1
	}
	for n := 0; ; n++ {
		if child := p.element(n); child != nil {
			i = s.value(i, child, f, depth)
		} else {
			i = s.skip(i, depth)
		}
		var more bool
		if i, more = s.next(i, ']'); !more {
			return i
		}
	}
}

// next passes a comma, or the end of a container. A negative i stays so.
func (s *scanner) next(i int, end byte) (at int, more bool) {
	if i < 0 {
		return -1, false
	}
	if i = s.space(i); i >= len(s.text) {
		return -1, false
	}
	switch s.text[i] {
	case ',':
		return s.space(i + 1), true
	case end:
		return i + 1, false
	}
	return -1, false
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

// skip passes any value, without recursion.
func (s *scanner) skip(i, depth int) int {
	var objects [maxNesting/64 + 1]uint64 // by depth: whether the container is an object
	text, top, inObject := s.text, depth, false
	for {
		if i < 0 || i >= len(text) {
			return -1
		}
		switch text[i] {
		case '"':
			i = s.str(i)
		case '{', '[':
			if depth++; depth > maxNesting {
				return -1
			}
			inObject = text[i] == '{'
			if bit := uint64(1) << (depth & 63); inObject {
				objects[depth>>6] |= bit
			} else {
				objects[depth>>6] &^= bit
			}
			i = s.space(i + 1)
			if i < len(text) && text[i] == closing(inObject) {
				break // empty: the end is behind the switch
			}
			if inObject {
				i = s.name(i)
			}
			continue
		case 't':
			i = s.word(i, "true")
		case 'f':
			i = s.word(i, "false")
		case 'n':
			i = s.word(i, "null")
		default:
			i = s.digits(i)
		}
		// Behind a value: the ends of containers, and a comma.
		for {
			if i < 0 || depth == top {
				return i
			}
			if i = s.space(i); i >= len(text) {
				return -1
			}
			if text[i] == ',' {
				i = s.space(i + 1)
				if inObject {
					i = s.name(i)
				}
				break
			}
			if text[i] != closing(inObject) {
				return -1
			}
			i++
			depth--
			inObject = objects[depth>>6]>>(depth&63)&1 == 1
		}
	}
}

// closing is the end of an object or an array.
func closing(isObject bool) byte {
	if isObject {
		return '}'
	}
	return ']'
}

// name passes the name of a member, its colon and the space around it.
func (s *scanner) name(i int) int {
	if i = s.str(i); i < 0 {
		return -1
	}
	if i = s.space(i); i >= len(s.text) || s.text[i] != ':' {
		return -1
	}
	return s.space(i + 1)
}

const (
	eachByte = 0x0101010101010101
	highBits = 0x8080808080808080
)

// space passes white space.
func (s *scanner) space(i int) int {
	if i < len(s.text) && s.text[i] <= ' ' {
		return s.spaces(i)
	}
	return i
}

// spaces is kept out of space, which is small enough to be inlined then.
//
//go:noinline
func (s *scanner) spaces(i int) int {
	text := s.text
	for i < len(text) {
		switch text[i] {
		case ' ':
			i++
		case '\n', '\t', '\r':
			for i++; i <= len(text)-8; i += 8 { // an indented line, mostly
				if other := binary.LittleEndian.Uint64(text[i:]) ^ ' '*eachByte; other != 0 {
					i += bits.TrailingZeros64(other) >> 3
					break
				}
			}
		default:
			return i
		}
	}
	return i
}

// str passes a string. It looks at eight bytes at a time for a quote, a backslash
// or a control character.
func (s *scanner) str(i int) int {
	text := s.text
	if i >= len(text) || text[i] != '"' {
		return -1
	}
	i++
	for {
		for ; i <= len(text)-8; i += 8 {
			if found := special(binary.LittleEndian.Uint64(text[i:])); found != 0 {
				i += bits.TrailingZeros64(found) >> 3
				break
			}
		}
		for i < len(text) && text[i] != '"' && text[i] != '\\' && text[i] >= ' ' { // the last bytes
			i++
		}
		switch {
		case i >= len(text) || text[i] < ' ':
			return -1
		case text[i] == '"':
			return i + 1
		}
		if i = s.escape(i + 1); i < 0 {
			return -1
		}
	}
}

// special marks the bytes of a word that are a quote, a backslash or a control
// character. Of the marks the lowest is certain. With its bit 2 turned over a quote
// follows right behind the control characters, and the space doesn't.
func special(w uint64) uint64 {
	turned, slash := w^2*eachByte, w^'\\'*eachByte
	return ((turned-('"'^2+1)*eachByte)&^w | (slash-eachByte)&^slash) & highBits
}

// escape passes what follows a backslash.
func (s *scanner) escape(i int) int {
	if i >= len(s.text) {
		return -1
	}
	switch s.text[i] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return i + 1
	case 'u':
		if i+5 > len(s.text) {
			return -1
		}
		for _, c := range s.text[i+1 : i+5] {
			if (c < '0' || c > '9') && (c|0x20 < 'a' || c|0x20 > 'f') {
				return -1
			}
		}
		return i + 5
	}
	return -1
}

func (s *scanner) word(i int, word string) int {
	if len(s.text)-i >= len(word) && string(s.text[i:i+len(word)]) == word {
		return i + len(word)
	}
	return -1
}

// digits passes a number.
func (s *scanner) digits(i int) int {
	text := s.text
	if i < len(text) && text[i] == '-' {
		i++
	}
	switch {
	case i >= len(text):
		return -1
	case text[i] == '0':
		i++
	case text[i] >= '1' && text[i] <= '9':
		i = s.run(i)
	default:
		return -1
	}
	if i < len(text) && text[i] == '.' {
		from := i + 1
		if i = s.run(from); i == from {
			return -1
		}
	}
	if i < len(text) && text[i]|0x20 == 'e' {
		i++
		if i < len(text) && (text[i] == '+' || text[i] == '-') {
			i++
		}
		from := i
		if i = s.run(from); i == from {
			return -1
		}
	}
	return i
}

// run passes digits, perhaps none.
func (s *scanner) run(i int) int {
	for i < len(s.text) && s.text[i]-'0' <= 9 {
		i++
	}
	return i
}

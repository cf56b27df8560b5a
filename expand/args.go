package expand

import (
	"strconv"
	"strings"

	"signalbox/dsl"
)

// Reading the arguments of the routing words.

// truthy is Ruby's truth; Go's nil counts as nil.
func truthy(v dsl.Value) bool { return v != nil && dsl.Truthy(v) }

// isNil tells Ruby's nil, or no value at all; false is not nil.
func isNil(v dsl.Value) bool { return v == nil || dsl.IsNil(v) }

// present turns Ruby's nil into Go's.
func present(v dsl.Value) dsl.Value {
	if dsl.IsNil(v) {
		return nil
	}
	return v
}

func anyTruthy(list []dsl.Value) bool {
	for _, v := range list {
		if truthy(v) {
			return true
		}
	}
	return false
}

func wrongArguments(given int, expected string) error {
	return dsl.Raise("ArgumentError", "wrong number of arguments (given %d, expected %s)", given, expected)
}

// argOrKeywords is the argument of a word that takes one hash: with braces it
// is an argument, without them the keywords. Nil when there is none.
func argOrKeywords(c *dsl.Call) dsl.Value {
	switch {
	case len(c.Args) > 0:
		return c.Args[0]
	case c.Keywords.Len() > 0:
		return c.Keywords
	}
	return nil
}

// oneHash checks the number of arguments of a word that takes one hash; least
// tells whether it must be there.
func oneHash(c *dsl.Call, least int) {
	n := len(c.Args)
	if c.Keywords.Len() > 0 {
		n++
	}
	switch {
	case n >= least && n <= 1:
		return
	case least == 1:
		panic(dsl.Fail(wrongArguments(n, "1")))
	}
	panic(dsl.Fail(wrongArguments(n, "0..1")))
}

// cloneOptions copies keywords for a word to change.
func cloneOptions(h *dsl.Hash) *dsl.Hash {
	if h == nil {
		return dsl.NewHash(4)
	}
	return h.Clone()
}

// take removes a symbol key and gives its value; Go's nil if there is none.
func take(h *dsl.Hash, key string) dsl.Value {
	v, _ := takeOK(h, key)
	return v
}

func takeOK(h *dsl.Hash, key string) (dsl.Value, bool) {
	if h.Len() == 0 {
		return nil, false
	}
	return h.Delete(dsl.Symbol(key))
}

// merge adds the pairs of from to h.
func merge(h, from *dsl.Hash) {
	for i := range from.Len() {
		h.Set(from.At(i))
	}
}

// oldOptions splits off a hash in braces that ends the arguments: options as
// they were written before Ruby had keywords. Rails deletes from that very
// hash, so this does not copy it. Nil when there is none.
func oldOptions(args []dsl.Value) (old *dsl.Hash, rest []dsl.Value) {
	if n := len(args); n > 0 {
		if h, ok := args[n-1].(*dsl.Hash); ok {
			return h, args[:n-1]
		}
	}
	return nil, args
}

// yield runs the block of a word.
func yield(c *dsl.Call) {
	c.Yield()
}

func (m *Mapper) yieldValue(c *dsl.Call) dsl.Value { return c.Yield() }

// str is Ruby's to_s.
func (m *Mapper) str(v dsl.Value) string {
	switch v := v.(type) {
	case nil:
		return ""
	case *dsl.String:
		return v.String()
	case dsl.Symbol:
		return string(v)
	case dsl.Int:
		return strconv.FormatInt(int64(v), 10)
	case *dsl.Unknown:
		m.l.unknown(m, v, "name")
		return m.l.stand(nameOfUnknown(v.Text()), v.Text())
	}
	if v == dsl.Nil {
		return ""
	}
	return dsl.Must(m.t.ToS(v))
}

// textOf is str of a value that may be nil or false.
func (m *Mapper) textOf(v dsl.Value) text {
	if !truthy(v) {
		return text{}
	}
	s := m.str(v)
	return text{s, true}
}

// pathText is str for a path; a value that only the application knows becomes a
// dynamic segment of its name.
func (m *Mapper) pathText(v dsl.Value) string {
	switch v := v.(type) {
	case *dsl.String:
		if u := dsl.UnknownIn(v); u != nil {
			m.l.stand(":"+u.Text(), u.Text())
		}
		m.validText(v.String())
		return v.String()
	case *dsl.Unknown:
		m.l.unknown(m, v, "path")
		return m.l.pathOf(v)
	}
	if v == dsl.False {
		return "false"
	}
	return m.str(v)
}

// placeholder is the text of an unknown value, without what a path or a name
// cannot hold.
func placeholder(u *dsl.Unknown) string {
	return strings.Map(func(r rune) rune {
		if r < 128 && isWord(byte(r)) || strings.ContainsRune(":.?!", r) {
			return r
		}
		return -1
	}, u.Text())
}

// nameOfUnknown is the source of an unknown value as a name: Settings_prefix.
func nameOfUnknown(source string) string {
	name := strings.Map(func(r rune) rune {
		if r < 128 && isWord(byte(r)) {
			return r
		}
		return '_'
	}, source)
	for strings.Contains(name, "__") {
		name = strings.ReplaceAll(name, "__", "_")
	}
	return strings.Trim(name, "_")
}

// joinArgs is args.flatten.join("/").
func (m *Mapper) joinArgs(args []dsl.Value) dsl.Value {
	var parts []string
	for _, v := range flatten(nil, args) {
		s := m.pathText(v)
		parts = append(parts, s)
	}
	return dsl.NewString(strings.Join(parts, "/"))
}

// flatten is Array#flatten.
func flatten(to, from []dsl.Value) []dsl.Value {
	for _, v := range from {
		if a, ok := v.(*dsl.Array); ok {
			to = flatten(to, a.Elems)
		} else {
			to = append(to, v)
		}
	}
	return to
}

// list is Ruby's Array(v).
func list(v dsl.Value) []dsl.Value {
	switch v := v.(type) {
	case nil:
		return nil
	case *dsl.Array:
		return v.Elems
	case *dsl.Hash:
		pairs := make([]dsl.Value, v.Len())
		for i := range pairs {
			key, x := v.At(i)
			pairs[i] = dsl.NewArray(key, x)
		}
		return pairs
	}
	if v == dsl.Nil {
		return nil
	}
	return []dsl.Value{v}
}

// hashOption reads options[key], which must be a hash; nil counts as none.
func (m *Mapper) hashOption(options *dsl.Hash, key string) *dsl.Hash {
	v, ok := options.Sym(key)
	if !ok || key == "defaults" && !truthy(v) {
		return nil
	}
	return m.hashOf(v)
}

// hashOf reads a hash argument.
func (m *Mapper) hashOf(v dsl.Value) *dsl.Hash {
	switch v := v.(type) {
	case nil:
		return nil
	case *dsl.Hash:
		return v
	case *dsl.Unknown:
		m.l.unknown(m, v, "option list")
		return nil
	}
	panic(dsl.Fail(m.noConversion(v, "Hash")))
}

// noConversion is Ruby's TypeError.
func (m *Mapper) noConversion(v dsl.Value, to string) error {
	return dsl.Raise("TypeError", "no implicit conversion of %s into %s", m.describe(v), to)
}

// describe names a value as Ruby's error messages do.
func (m *Mapper) describe(v dsl.Value) string {
	switch v {
	case nil, dsl.Nil:
		return "nil"
	case dsl.True:
		return "true"
	case dsl.False:
		return "false"
	}
	return m.l.interp.ClassOf(v).Name()
}

// noMethod is Ruby's NoMethodError.
func (m *Mapper) noMethod(name string, v dsl.Value) error {
	what := "an instance of " + m.describe(v)
	switch v {
	case nil, dsl.Nil, dsl.True, dsl.False:
		what = m.describe(v)
	}
	if c, ok := v.(*dsl.Class); ok {
		what = "class " + c.Name()
	}
	return dsl.Raise("NoMethodError", "undefined method '%s' for %s", name, what)
}

// symbolName is to_sym of a string or symbol.
func (m *Mapper) symbolName(v dsl.Value) string {
	switch v := v.(type) {
	case dsl.Symbol:
		return string(v)
	case *dsl.String:
		return v.String()
	}
	panic(dsl.Fail(m.noMethod("to_sym", v)))
}

// responds tells whether a value has a method; an unknown one has all.
func (m *Mapper) responds(v dsl.Value, name string) bool {
	switch v := v.(type) {
	case nil, *dsl.String, dsl.Symbol, dsl.Int, *dsl.Hash, *dsl.Array, *dsl.Regexp, dsl.Bool:
		return false
	case *dsl.Proc, *dsl.Method:
		return name == "call"
	case *dsl.Unknown:
		return name != "action" || strings.HasSuffix(v.Text(), "Controller")
	}
	if m.l.engineOf(v) != nil || v == dsl.Value(m.l.app) {
		return name == "call"
	}
	return m.l.interp.RespondTo(v, name) || name != "action" && m.l.inherits(v)
}

// symbols makes a list of symbols.
func symbols(names ...string) *dsl.Array {
	list := dsl.NewArray()
	for _, n := range names {
		list.Elems = append(list.Elems, dsl.Symbol(n))
	}
	return list
}

// optionsOf makes an options hash: a symbol's name before each value.
func optionsOf(pairs ...any) *dsl.Hash {
	h := dsl.NewHash(len(pairs) / 2)
	for i := 0; i < len(pairs); i += 2 {
		name, _ := pairs[i].(string)
		switch v := pairs[i+1].(type) {
		case string:
			h.Set(dsl.Symbol(name), dsl.NewString(v))
		case dsl.Value:
			h.Set(dsl.Symbol(name), v)
		}
	}
	return h
}

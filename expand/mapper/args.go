package mapper

import (
	"slices"
	"strconv"
	"strings"

	"signalbox/dsl"
	"signalbox/expand/ruby"
)

// Reading the arguments of the routing methods.

// oneHash checks the number of arguments of a word that takes one hash: at least least, 0 or 1.
func oneHash(c *dsl.Call, least int) {
	n := len(c.Args)
	if c.Keywords.Len() > 0 {
		n++
	}
	switch {
	case n >= least && n <= 1:
		return
	case least == 1:
		panic(dsl.Fail(ruby.WrongArguments(n, "1")))
	}
	panic(dsl.Fail(ruby.WrongArguments(n, "0..1")))
}

// present turns Ruby's nil into Go's.
func present(v dsl.Value) dsl.Value {
	if dsl.IsNil(v) {
		return nil
	}
	return v
}

// take removes a symbol key and returns its value; Go's nil if there is none.
func take(h *dsl.Hash, key string) dsl.Value {
	v, _ := takeOK(h, key)
	return v
}

// takeOK is take that reports whether there is such a key.
func takeOK(h *dsl.Hash, key string) (dsl.Value, bool) {
	if h.Len() == 0 {
		return nil, false
	}
	return h.Delete(dsl.Symbol(key))
}

// Str is Ruby's to_s; of what only the application knows it is a placeholder, with a warning.
func (m *Mapper) Str(v dsl.Value) string {
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
		m.drawing.Unknown(m, v, "name")
		return m.drawing.addPlaceholder(nameOfUnknown(v.Text()), v.Text())
	}
	if v == dsl.Nil {
		return ""
	}
	return dsl.Must(m.t.ToS(v))
}

// textOf is str of a value that may be nil or false.
func (m *Mapper) textOf(v dsl.Value) text {
	if !ruby.Truthy(v) {
		return text{}
	}
	return text{m.Str(v), true}
}

// PathText is Str for a path: a value that only the application knows becomes a
// dynamic segment of its name.
func (m *Mapper) PathText(v dsl.Value) string {
	switch v := v.(type) {
	case *dsl.String:
		if u := dsl.UnknownIn(v); u != nil {
			m.drawing.addPlaceholder(":"+u.Text(), u.Text())
		}
		m.validText(v.String())
		return v.String()
	case *dsl.Unknown:
		m.drawing.Unknown(m, v, "path")
		return m.drawing.pathOf(v)
	}
	if v == dsl.False {
		return "false"
	}
	return m.Str(v)
}

// placeholder is the text of an unknown value, without what a path or a name
// cannot hold.
func placeholder(u *dsl.Unknown) string {
	return strings.Map(func(r rune) rune {
		if r < 128 && ruby.IsWordByte(byte(r)) || strings.ContainsRune(":.?!", r) {
			return r
		}
		return -1
	}, u.Text())
}

// nameOfUnknown is the source of an unknown value as a name: Settings_prefix.
func nameOfUnknown(source string) string {
	name := strings.Map(func(r rune) rune {
		if r < 128 && ruby.IsWordByte(byte(r)) {
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
	for _, v := range ruby.Flatten(nil, args) {
		parts = append(parts, m.PathText(v))
	}
	return dsl.NewString(strings.Join(parts, "/"))
}

// hashOption reads options[key], which must be a hash; nil counts as none.
func (m *Mapper) hashOption(options *dsl.Hash, key string) *dsl.Hash {
	v, ok := options.Sym(key)
	if !ok || key == "defaults" && !ruby.Truthy(v) {
		return nil
	}
	return m.HashOf(v)
}

// HashOf reads a hash argument.
func (m *Mapper) HashOf(v dsl.Value) *dsl.Hash {
	switch v := v.(type) {
	case nil:
		return nil
	case *dsl.Hash:
		return v
	case *dsl.Unknown:
		m.drawing.Unknown(m, v, "option list")
		return nil
	}
	panic(dsl.Fail(m.drawing.noConversion(v, "Hash")))
}

// noConversion is Ruby's TypeError.
func (d *Drawing) noConversion(v dsl.Value, to string) error {
	return dsl.Raise("TypeError", "no implicit conversion of %s into %s", d.describe(v), to)
}

// describe names a value as Ruby's error messages do.
func (d *Drawing) describe(v dsl.Value) string {
	switch v {
	case nil, dsl.Nil:
		return "nil"
	case dsl.True:
		return "true"
	case dsl.False:
		return "false"
	}
	return d.Interp.PlainClassOf(v).Name()
}

// noMethod is Ruby's NoMethodError.
func (d *Drawing) noMethod(name string, v dsl.Value) error {
	what := "an instance of " + d.describe(v)
	switch v {
	case nil, dsl.Nil, dsl.True, dsl.False:
		what = d.describe(v)
	}
	if c, ok := v.(*dsl.Class); ok {
		what = "class " + c.Name()
	}
	return dsl.Raise("NoMethodError", "undefined method '%s' for %s", name, what)
}

// SymbolName is to_sym of a string or symbol.
func (d *Drawing) SymbolName(v dsl.Value) string {
	switch v := v.(type) {
	case dsl.Symbol:
		return string(v)
	case *dsl.String:
		return v.String()
	}
	panic(dsl.Fail(d.noMethod("to_sym", v)))
}

// responds reports whether a value has a method; an unknown one has all.
func (d *Drawing) responds(v dsl.Value, name string) bool {
	switch v := v.(type) {
	case nil, *dsl.String, dsl.Symbol, dsl.Int, *dsl.Hash, *dsl.Array, *dsl.Regexp, dsl.Bool:
		return false
	case *dsl.Proc, *dsl.Method:
		return name == "call"
	case *dsl.Unknown:
		return name != "action" || strings.HasSuffix(v.Text(), "Controller")
	}
	if d.Host.MountOf(v) != nil || v == dsl.Value(d.Rails()) {
		return name == "call"
	}
	return d.Interp.RespondTo(v, name) || name != "action" && d.inherits(v)
}

// plainHashes makes hashes of the objects among a word's arguments that are
// ActiveSupport::OrderedOptions, which is a Hash for Rails.
func (d *Drawing) plainHashes(c *dsl.Call) {
	for i, a := range c.Args {
		if d.isOptions(a) {
			c.Args = slices.Clone(c.Args)
			c.Args[i] = ruby.Pairs(c.Thread, a)
		}
	}
	for i := range c.Keywords.Len() {
		key, v := c.Keywords.At(i)
		if d.isOptions(v) {
			c.Keywords = c.Keywords.Clone()
			c.Keywords.Set(key, ruby.Pairs(c.Thread, v))
		}
	}
}

func (d *Drawing) isOptions(v dsl.Value) bool {
	o, ok := v.(*dsl.Object)
	return ok && o.Host == nil && o.Class().Name() == "ActiveSupport::OrderedOptions"
}

// inherits reports whether an object's class has a superclass or module that no
// file defines, so that it may have any method.
func (d *Drawing) inherits(v dsl.Value) bool {
	switch v.(type) {
	case *dsl.Object, *dsl.Class:
	default:
		return false
	}
	answer, err := d.Interp.NewThread().Call(v, "a_method_that_nobody_defines")
	return err == nil && dsl.IsUnknown(answer)
}

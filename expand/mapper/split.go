package mapper

import (
	"slices"
	"strings"

	"signalbox/dsl"
	"signalbox/expand/route"
	"signalbox/expand/ruby"
)

// Words whose arguments and options hold values that only the application
// knows. A value of which a condition picks one of two, and an element that is
// there only if one holds, decide on the routes as an `if` around the word
// would: both sides are drawn. Of other unknown values the table shows the
// source; it tells so, but where the route is exact nevertheless.

// A WordFunc is the method behind a word.
type WordFunc = func(*Mapper, *dsl.Call) dsl.Value

// runWord runs a word, on both sides of the conditions that its arguments
// depend on.
func (m *Mapper) runWord(w WordFunc, c *dsl.Call) dsl.Value {
	if len(c.Args) > 1 && is(c.Name, takesEach) && slices.ContainsFunc(c.Args, isPossible) {
		return m.runEach(w, c)
	}
	args := c.Args
	if c.Keywords != nil {
		args = append(args[:len(args):len(args)], c.Keywords)
	}
	dsl.Check(c.Thread.Bound("values within the arguments of `"+c.Name+"`", args...))
	when, with, without := splitCall(c)
	if when == nil {
		u, all := m.warnOptions(c)
		m.warnSlips(c)
		if u != nil {
			defer m.MayGuard(u, m.pos)()
			m.scope.guards[len(m.scope.guards)-1].options = all
		}
		return w(m, c)
	}
	side := func(c *dsl.Call) func() (dsl.Value, error) {
		return func() (dsl.Value, error) {
			call := m.call
			m.call = c
			defer func() { m.call = call }()
			return m.runWord(w, c), nil
		}
	}
	return dsl.Must(m.t.Fork(when, side(with), side(without)))
}

// isPossible reports whether a value is there only if a condition holds.
func isPossible(v dsl.Value) bool {
	u, ok := v.(*dsl.Unknown)
	if !ok {
		return false
	}
	_, _, ok = u.Guarded()
	return ok
}

// runEach runs a word for its arguments one by one: a condition decides on one of them.
func (m *Mapper) runEach(w WordFunc, c *dsl.Call) dsl.Value {
	var v dsl.Value
	args := c.Args
	var old []dsl.Value
	if h, rest := ruby.OldOptions(args); h != nil {
		old, args = []dsl.Value{h}, rest
	}
	for _, a := range args {
		one := *c
		one.Args = append([]dsl.Value{a}, old...)
		if c.Keywords != nil {
			one.Keywords = c.Keywords.Clone()
		}
		if u, ok := a.(*dsl.Unknown); ok {
			if when, there, ok := u.Guarded(); ok {
				one.Args[0] = there
				ruby.Fork(m.t, when, func() { v = m.runWord(w, &one) }, nil)
				continue
			}
		}
		v = m.runWord(w, &one)
	}
	return v
}

// splitCall finds the first condition that an option or argument of a word
// depends on, and gives the calls of both sides. Nil if there is none.
func splitCall(c *dsl.Call) (when *dsl.Unknown, with, without *dsl.Call) {
	for i, a := range c.Args {
		when, yes, no := splitArgument(a, c.Name)
		if when == nil {
			continue
		}
		with, without = cloneCall(c), cloneCall(c)
		with.Args, without.Args = ruby.Replace(c.Args, i, yes), ruby.Replace(c.Args, i, no)
		return when, with, without
	}
	if when, yes, no := splitHash(c.Keywords, c.Name); when != nil {
		with, without = cloneCall(c), cloneCall(c)
		with.Keywords, without.Keywords = yes, no
		return when, with, without
	}
	return nil, nil, nil
}

func cloneCall(c *dsl.Call) *dsl.Call {
	own := *c
	if c.Keywords != nil {
		own.Keywords = c.Keywords.Clone()
	}
	return &own
}

func splitArgument(a dsl.Value, word string) (when *dsl.Unknown, yes, no dsl.Value) {
	switch a := a.(type) {
	case *dsl.Unknown:
		if when, v, ok := a.Guarded(); ok {
			return when, v, nil
		}
		if when, yes, no, ok := a.Choice(); ok && is(word, drawsEither) {
			return when, yes, no
		}
	case *dsl.Array:
		return ruby.Sides(a)
	case *dsl.Hash:
		return splitHash(a, word)
	}
	return nil, nil, nil
}

// splitHash finds an option whose value, or whether it is there, a
// condition decides. A path or name that a condition picks is shown as a
// placeholder instead.
func splitHash(h *dsl.Hash, word string) (when *dsl.Unknown, yes, no *dsl.Hash) {
	for i := range h.Len() {
		key, v := h.At(i)
		if a, ok := v.(*dsl.Array); ok && is(word, takesActions) && actionLists[key] && isOpenList(a) {
			continue // each action is drawn under its condition
		}
		when, a, b := splitOption(key, v)
		if when == nil {
			continue
		}
		yes, no = h.Clone(), h.Clone()
		yes.Set(key, a)
		if b == nil {
			no.Delete(key)
		} else {
			no.Set(key, b)
		}
		return when, yes, no
	}
	return nil, nil, nil
}

func splitOption(key, v dsl.Value) (when *dsl.Unknown, yes, no dsl.Value) {
	u, ok := v.(*dsl.Unknown)
	if !ok {
		return splitArgument(v, "")
	}
	if when, v, ok := u.Guarded(); ok {
		return when, v, nil
	}
	name, _ := key.(dsl.Symbol)
	switch {
	case flagOptions[string(name)]:
		return u, dsl.True, dsl.False
	case placeholders[string(name)]:
		if _, yes, no, ok := u.Choice(); ok && (ruby.IsNil(yes) || ruby.IsNil(no)) {
			break
		}
		return nil, nil, nil
	}
	if when, yes, no, ok := u.Choice(); ok {
		return when, yes, no
	}
	return nil, nil, nil
}

var (
	actionLists = map[dsl.Value]bool{dsl.Symbol("only"): true, dsl.Symbol("except"): true}
	// flagOptions are true or false for Rails.
	flagOptions = map[string]bool{"shallow": true, "anchor": true, "internal": true}
	// placeholders are the options whose value a placeholder stands for.
	placeholders = map[string]bool{"path": true, "as": true, "at": true, "param": true, "shallow_path": true, "shallow_prefix": true}
)

// warnOptions warns of the options of a word that only the application knows; a redirect does
// so itself, for the table shows its options. It returns what may hold a constraint: a list
// of options that is unknown as a whole, or a condition on the request that may be a
// pattern; nil without one. The list may say anything else as well, all tells that it is one.
func (m *Mapper) warnOptions(c *dsl.Call) (u *dsl.Unknown, all bool) {
	if is(c.Name, makesEndpoint) {
		return nil, false
	}
	old, paths := ruby.OldOptions(c.Args)
	isPath := func(key *dsl.Unknown) bool { // `get k => v`, of a pair that a list hands a block
		return len(paths) == 0 && is(c.Name, takesPath) && !strings.HasPrefix(key.Text(), "**")
	}
	list := firstUnknown(m.warnUnknownOptions(old, isPath), m.warnUnknownOptions(c.Keywords, isPath))
	if c.Keywords.Len() == 0 {
		c.Keywords = nil
	}
	if last := len(c.Args) - 1; last > 0 && is(c.Name, optionsLast) || last == 0 && is(c.Name, pathOrOptions) && c.Keywords == nil { // a path, or options
		u, _ := c.Args[last].(*dsl.Unknown)
		list = firstUnknown(u, list)
	}
	if is(c.Name, onlyOptions) { // what these have is known to be one, or none
		return list, true
	}
	return firstUnknown(list, maybePattern(old), maybePattern(c.Keywords)), list != nil
}

// firstUnknown is the first that is there.
func firstUnknown(list ...*dsl.Unknown) *dsl.Unknown {
	for _, u := range list {
		if u != nil {
			return u
		}
	}
	return nil
}

// maybePattern finds an option that is a condition on the request if its value, which
// only the application knows, is a pattern, and else a default.
func maybePattern(h *dsl.Hash) *dsl.Unknown {
	for i := range h.Len() {
		key, v := h.At(i)
		name, _ := key.(dsl.Symbol)
		if u, ok := v.(*dsl.Unknown); ok && requestMethods[string(name)] && !placeholders[string(name)] {
			return u
		}
	}
	return nil
}

// warnUnknownOptions warns of what only the application knows in options; it returns a list of them
// that is unknown as a whole, and takes it out of the options.
func (m *Mapper) warnUnknownOptions(h *dsl.Hash, isPath func(*dsl.Unknown) bool) (open *dsl.Unknown) {
	for i := 0; i < h.Len(); {
		key, v := h.At(i)
		if u, ok := key.(*dsl.Unknown); ok && u.Splat() && !isPath(u) {
			h.Delete(key)
			if list, ok := v.(*dsl.Unknown); ok {
				m.drawing.Unknown(m, list, "option list")
				open = list
			}
			continue
		}
		i++
		name, _ := key.(dsl.Symbol)
		switch u := v.(type) {
		case *dsl.Unknown:
			if name == "on" || name == "format" {
				m.drawing.Unknown(m, u, "option")
				h.Delete(key)
				i--
			}
		case *dsl.String:
			if u := dsl.UnknownIn(u); u != nil && !pathOptions[string(name)] {
				m.drawing.Unknown(m, u, "option")
			}
		}
	}
	return open
}

// pathOptions are told of with the path that they make.
var pathOptions = map[string]bool{"path": true, "at": true, "shallow_path": true}

// hasPlaceholder reports whether a text was made of a placeholder.
func (d *Drawing) hasPlaceholder(s string) bool {
	if route.HoldsUnknown(s) {
		return true
	}
	for p := range d.placeholders {
		if strings.Contains(s, p) {
			return true
		}
	}
	return false
}

// addPlaceholder notes a text that stands for an unknown value.
func (d *Drawing) addPlaceholder(text, expr string) string {
	if text != "" {
		d.placeholders[text] = expr
	}
	return text
}

const (
	// shownPath says what the table shows of a path that holds unknown values.
	shownPath = ", shown as a placeholder; set it to a string"
	// maxPathSummary bounds the line that names a path and its values.
	maxPathSummary = 240
)

// warnPath warns of a path that holds values that only the application knows,
// own among them if it is not nil.
func (m *Mapper) warnPath(path string, own *dsl.Unknown) {
	if m.drawing.reportedCalls[m.pos] {
		return
	}
	exprs, source := m.drawing.placeholdersIn(path, own)
	summary, expr := "unknown value in the path "+dsl.Brief(path)+shownPath, path
	if len(exprs) > 0 {
		values := dsl.Brief(strings.Join(exprs, ", "))
		if summary = "unknown value " + values + " in the path " + dsl.Brief(path) + shownPath; len(summary) > maxPathSummary {
			summary = "unknown value " + values + " in a path" + shownPath
		}
		expr = exprs[0]
		if own != nil {
			expr = own.Text()
		}
	}
	d := warning(route.UnknownValue, m.pos, summary)
	d.Source, d.Expr, d.Wants = source, expr, route.TextShape
	m.drawing.Host.Tell(d)
}

// placeholdersIn returns the unknown values that stand in a path, own among them
// if it is not nil, and the path as Ruby's text that interpolates them.
func (d *Drawing) placeholdersIn(path string, own *dsl.Unknown) (exprs []string, source string) {
	var b strings.Builder
	known := 0
	for i := 0; i < len(path); i++ {
		length, expr := d.placeholderAt(path[i:], own)
		if length == 0 {
			continue
		}
		b.WriteString(inQuotes(path[known:i]) + "#{" + expr + "}")
		if !slices.Contains(exprs, expr) {
			exprs = append(exprs, expr)
		}
		i += length - 1
		known = i + 1
	}
	return exprs, `"` + b.String() + inQuotes(path[known:]) + `"`
}

// placeholderAt returns the length of the placeholder that a text begins with and
// the value that it stands for: own, or else the longest; 0 for none.
func (d *Drawing) placeholderAt(text string, own *dsl.Unknown) (length int, expr string) {
	if own != nil && strings.HasPrefix(text, ":"+own.Text()) {
		return 1 + len(own.Text()), own.Text()
	}
	longest := ""
	for p, of := range d.placeholders {
		if better(p, longest) && strings.HasPrefix(text, p) {
			longest, expr = p, of
		}
	}
	if longest != "" || !strings.HasPrefix(text, ":") {
		return len(longest), expr
	}
	for of := range d.Asked {
		if better(of, expr) && strings.HasPrefix(text[1:], of) && strings.Contains(of, ".") {
			expr = of
		}
	}
	if expr == "" {
		return 0, ""
	}
	return 1 + len(expr), expr
}

// inQuotes is a text as it stands between double quotes in Ruby.
func inQuotes(text string) string { return rubyText.Replace(text) }

var rubyText = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "#", `\#`)

// better tells the longer of two texts; of equal length, the first by the
// alphabet.
func better(text, than string) bool {
	return len(text) > len(than) || len(text) == len(than) && text < than
}

// Sides runs f for options, on both sides of the conditions that decide on one.
func (m *Mapper) Sides(options *dsl.Hash, f func(*dsl.Hash)) {
	if when, with, without := splitHash(options, "resources"); when != nil {
		ruby.Fork(m.t, when, func() { m.Sides(with, f) }, func() { m.Sides(without, f) })
		return
	}
	f(options)
}

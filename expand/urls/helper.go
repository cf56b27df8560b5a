package urls

import (
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"unicode/utf8"

	"signalbox/dsl"
	"signalbox/expand/route"
)

// tableHelpers is a table with what its helpers remember.
type tableHelpers struct {
	*route.Table
	bare        *Helpers   // without options
	callClass   *dsl.Class // of the self of blocks
	recordClass *dsl.Class // of Go's records
	helpers     sync.Map   // *Route to *helper
	namings     sync.Map   // name of a model to *naming
	namingCount atomic.Int64
	byAction    func() *actionIndex
	directs     func() map[string]*route.Direct
	names       func() []string
}

// helpersOf returns the helpers of a table, which it makes once.
func helpersOf(table *route.Table) *tableHelpers {
	return table.Keep(func() any {
		t := &tableHelpers{Table: table}
		t.bare = &Helpers{table: t}
		t.byAction = sync.OnceValue(t.indexActions)
		t.directs = sync.OnceValue(t.indexDirects)
		t.names = sync.OnceValue(t.listHelpers)
		if in := table.Interp; in != nil {
			t.recordClass = in.NewClass("Signalbox::Record", nil, t.recordWords)
			t.callClass = in.NewClass("Signalbox::UrlHelpers", nil, t.answers)
		}
		return t
	}).(*tableHelpers)
}

// Names lists the helpers of a table by name, each without _path or _url: the names
// of routes and those that `direct` defines.
func Names(table *route.Table) []string { return slices.Clone(helpersOf(table).names()) }

func (t *tableHelpers) listHelpers() []string {
	names := make([]string, 0, len(t.Names)+len(t.Directs))
	for name := range t.Names {
		names = append(names, name)
	}
	for _, d := range t.Directs {
		names = append(names, d.Name)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// indexDirects returns the `direct` of each name that is not a route's: of the two,
// what was defined last holds.
func (t *tableHelpers) indexDirects() map[string]*route.Direct {
	all := make(map[string]*route.Direct, len(t.Directs))
	for _, d := range t.Directs {
		if r := t.Names[d.Name]; r == d.Over {
			all[d.Name] = d
		}
	}
	return all
}

// direct gives the block behind a helper; nil if it is a route's.
func (t *tableHelpers) direct(name string) *route.Direct {
	if len(t.Directs) == 0 {
		return nil
	}
	return t.directs()[name]
}

// ---- the helper of a route

// A helper is what is known about generating the path of one route. Rails:
// UrlHelper and OptimizedUrlHelper.
type helper struct {
	route    *route.Route
	name     string
	format   *pathFormat
	parts    []dsl.Value // of the path, in order; a name may occur twice
	keys     []dsl.Value // parts, each once
	required []dsl.Value
	tests    map[dsl.Value]*dsl.Regexp // of required parts
	// optimized tells that Rails takes its short cut: no requirements, no glob.
	optimized bool
	// plain tells that nothing but controller and action has a default, that
	// the path is its required parts and perhaps a format, and that no scope
	// names a format.
	plain bool
	// keepDefaults are the defaults that a generated path must agree with.
	keepDefaults []dsl.Value
}

// helperOf compiles the helper of a route, once.
func (t *tableHelpers) helperOf(r *route.Route) *helper {
	if h, ok := t.helpers.Load(r); ok {
		return h.(*helper)
	}
	path := r.Path
	if open := r.Open; open != nil && open.InHelper > 0 && open.Path != nil { // what stands for unknown values is no part that one gives
		path = open.Path
	}
	h := &helper{route: r, name: r.Name, format: newPathFormat(path.Tree())}
	for _, p := range path.Params() {
		key := dsl.Value(dsl.Symbol(p.Name))
		h.parts = append(h.parts, key)
		if !slices.Contains(h.keys, key) {
			h.keys = append(h.keys, key)
		}
	}
	for _, name := range path.Required() {
		key := dsl.Value(dsl.Symbol(name))
		h.required = append(h.required, key)
		if test := h.test(key); test != nil {
			if h.tests == nil {
				h.tests = map[dsl.Value]*dsl.Regexp{}
			}
			h.tests[key] = test
		}
	}
	for _, key := range r.RequiredDefaults {
		if hasKey(r.Defaults.Hash, key) && !slices.Contains(h.parts, key) {
			h.keepDefaults = append(h.keepDefaults, key)
		}
	}
	h.optimized = r.Requirements.Len() == 0 && !r.Path.Glob()
	h.plain = len(r.HelperPlaceholders()) == 0 && h.optimized && h.format.simple && r.PlainDefaults() && h.eachPartOnce() && !hasKey(r.ScopeOptions, formatOption)
	got, _ := t.helpers.LoadOrStore(r, h)
	return got.(*helper)
}

// eachPartOnce tells that no name occurs twice and that the parts outside of
// groups are the required ones.
func (h *helper) eachPartOnce() bool {
	return len(h.parts) == len(h.keys) && len(h.format.names()) == len(h.required)
}

// test is what the value of a required part must match; nil if anything does.
// Rails: Pattern#requirements_for_missing_keys_check.
func (h *helper) test(key dsl.Value) *dsl.Regexp {
	switch v := option(h.route.Requirements.Hash, key).(type) {
	case *dsl.Regexp:
		return dsl.NewRegexp(`\A`+v.ToS()+`\Z`, 0)
	case *dsl.String:
		return dsl.NewRegexp(`\A`+v.String()+`\Z`, 0)
	case dsl.Symbol:
		return dsl.NewRegexp(`\A`+string(v)+`\Z`, 0)
	case *dsl.Array: // as a pattern, what `inspect` gives is a set of characters
		var b strings.Builder
		b.WriteString(`\A[`)
		for i, e := range v.Elems {
			if i > 0 {
				b.WriteString(", ")
			}
			b.WriteString(inspectElement(e))
		}
		b.WriteString(`]\Z`)
		return dsl.NewRegexp(b.String(), 0)
	}
	return nil
}

func inspectElement(v dsl.Value) string {
	switch v := v.(type) {
	case *dsl.String:
		return strconv.Quote(v.String())
	case dsl.Symbol:
		return ":" + string(v)
	case *dsl.Regexp:
		return v.Inspect()
	case dsl.Int:
		return strconv.FormatInt(int64(v), 10)
	}
	return "nil"
}

// missing lists the required parts that have no value, or one that their
// requirement refuses. Rails: Formatter#missing_keys.
func (h *helper) missing(parts *dsl.Hash) (missing []string) {
	for _, key := range h.required {
		v := option(parts, key)
		ok := isTrue(v)
		if test := h.tests[key]; test != nil {
			ok = matchesPart(test, v)
		}
		if !ok {
			missing = append(missing, string(key.(dsl.Symbol)))
		}
	}
	return missing
}

// matchesPart is Regexp#match? with what to_param gave.
func matchesPart(re *dsl.Regexp, v dsl.Value) bool {
	switch v := v.(type) {
	case *dsl.String:
		m, err := re.Match(v.String(), 0)
		if err != nil {
			panic(dsl.Fail(&URLError{Class: "RegexpError", Message: err.Error(), cause: err}))
		}
		return m != nil
	case dsl.Bool:
		panic(failure("TypeError", "no implicit conversion of "+strconv.FormatBool(bool(v))+" into String"))
	}
	return false
}

// ---- calling it

// helper answers a call of NAME_path or NAME_url. options is nil if none were
// given.
func (c *urlCall) helper(name string, kind helperKind, args []dsl.Value, options *dsl.Hash) string {
	if d := c.table.direct(name); d != nil {
		if options != nil {
			args = append(args[:len(args):len(args)], options)
		}
		return c.custom(d.Block, d.Options, args, kind == pathKind)
	}
	r := c.table.Names[name]
	if r == nil {
		panic(dsl.Fail(c.table.undefined(name, kind)))
	}
	checkHelper(r)
	h := c.table.helperOf(r)
	if len(args) == len(h.required) && options == nil && h.optimized && c.optimizes() {
		return c.shortCut(h, kind, args)
	}
	all := merged(c.options, r.Defaults.Hash)
	took := c.positional(h, args, all, options)
	var path string
	err := dsl.Attempt(func() { path = c.urlFor(all, r.Name, kind) })
	dsl.Check(h.shifted(err, took, args))
	return path
}

// optimizes is optimize_routes_generation?.
func (c *urlCall) optimizes() bool {
	return !c.defaults && c.table.DefaultURLOptions.Len() == 0 && len(c.table.Mounts) == 0
}

// positional gives the arguments the names of the path's parts, those that took one. Rails:
// UrlHelper#handle_positional_args.
func (c *urlCall) positional(h *helper, args []dsl.Value, all, options *dsl.Hash) (took []dsl.Value) {
	if len(args) > 0 {
		size := len(h.keys)
		if slices.Contains(h.keys, formatOption) {
			size--
		}
		keys := slices.Clone(h.keys)
		without := func(given *dsl.Hash) {
			keys = slices.DeleteFunc(keys, func(key dsl.Value) bool { return hasKey(given, key) })
		}
		if len(args) < size {
			without(c.options)
			if v := option(all, pathParamsKey); isTrue(v) {
				given, ok := v.(*dsl.Hash)
				if !ok {
					panic(failure("NoMethodError", "undefined method 'merge' for path_params"))
				}
				without(given)
			}
			without(all)
		}
		without(options)
		for i, arg := range args {
			if i < len(keys) {
				all.Set(keys[i], arg)
			}
		}
		took = keys[:min(len(args), len(keys))]
	}
	update(all, options)
	return took
}

// shortCut is OptimizedUrlHelper#call: every required part is given, and
// nothing else.
func (c *urlCall) shortCut(h *helper, kind helperKind, args []dsl.Value) string {
	params := dsl.NewHash(len(args))
	var missing []string
	for i, arg := range args {
		v := c.param(arg)
		if b, ok := v.(dsl.Bool); ok {
			panic(failure("NoMethodError", "undefined method 'empty?' for "+strconv.FormatBool(bool(b))))
		}
		if s, ok := v.(*dsl.String); !ok || s.String() == "" {
			missing = append(missing, string(h.required[i].(dsl.Symbol)))
		}
		params.Set(h.required[i], v)
	}
	if len(missing) > 0 {
		panic(dsl.Fail(c.generationError(merged(h.route.AllRequirements(), params), missing, nil)))
	}
	text := string(h.format.write(c, nil, params))
	options := merged(c.options, h.route.Defaults.Hash)
	if isTrue(option(options, slashKey)) && !strings.HasSuffix(text, "/") {
		text += "/"
	}
	options.Set(pathKey, dsl.NewString(text))
	options.Set(scriptNameKey, c.scriptName(options))
	return c.finish(options, kind)
}

// quick makes the path or URL of the plainest of calls without a detour through
// Ruby's values: every part is given as a string or an integer, there are no
// options but a host. It must give what helper gives.
func (u *Helpers) quick(name string, kind helperKind, args []any) (string, bool) {
	t := u.table
	r := t.Names[name]
	if r == nil || t.direct(name) != nil || t.DefaultURLOptions.Len() > 0 || len(t.Mounts) > 0 || t.RelativeURLRoot != "" ||
		!u.plain && (u.options != nil || kind == urlKind) {
		return "", false
	}
	h := t.helperOf(r)
	if !h.plain || len(args) != len(h.required) {
		return "", false
	}
	b := make([]byte, 0, 96)
	if kind == urlKind {
		base, err := u.base()
		if err != nil {
			return "", false
		}
		b = append(b, base...)
	}
	next := 0
	for i := range h.format.parts {
		p := &h.format.parts[i]
		switch {
		case p.group != nil: // the format
			continue
		case p.key == nil:
			b = append(b, p.text...)
			continue
		}
		var ok bool
		if b, ok = appendQuick(b, args[next], p.safe); !ok {
			return "", false
		}
		next++
	}
	return string(b), true
}

// appendQuick adds a part; ok is false for values that need a second look.
func appendQuick(b []byte, arg any, safe *byteSet) (_ []byte, ok bool) {
	switch a := arg.(type) {
	case string:
		if a == "" || !utf8.ValidString(a) {
			return nil, false
		}
		return appendEscaped(b, a, safe, false), true
	case int:
		return strconv.AppendInt(b, int64(a), 10), true
	case int64:
		return strconv.AppendInt(b, a, 10), true
	}
	return nil, false
}

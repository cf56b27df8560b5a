package mapper

import (
	"errors"
	"slices"
	"strings"

	"signalbox/dsl"
	"signalbox/expand/route"
	"signalbox/expand/ruby"
)

// A declaration is what one `match` or `get` says about a route, before the
// scopes around it are asked. The zero value says nothing.
type declaration struct {
	verbs   []string  // of get, post and the like, empty for all; overrides via
	via     dsl.Value // nil: what the scope says
	as      dsl.Value
	hasAs   bool // as: was given, if only as nil
	mounted bool // to is what mount was given
	to      dsl.Value
	on      dsl.Value
	action  dsl.Value
	path    dsl.Value

	controller  dsl.Value
	constraints dsl.Value
	defaults    dsl.Value
	anchor      dsl.Value
	format      dsl.Value
	internal    dsl.Value
	mapping     *dsl.Hash    // the other options
	open        *dsl.Unknown // options that only the application knows
}

// set reads one option of a word; other keys go to mapping.
func (d *declaration) set(key, v dsl.Value) {
	if field := d.field(key); field != nil {
		*field = present(v)
		if key == dsl.Symbol("as") {
			d.hasAs = true
		}
		return
	}
	if key == dsl.Symbol("via") && d.verbs != nil {
		return // the word says it
	}
	if d.mapping == nil {
		d.mapping = dsl.NewHash(2)
	}
	d.mapping.Set(key, v)
}

func (d *declaration) field(key dsl.Value) *dsl.Value {
	name, _ := key.(dsl.Symbol)
	switch name {
	case "as":
		return &d.as
	case "to":
		return &d.to
	case "controller":
		return &d.controller
	case "action":
		return &d.action
	case "on":
		return &d.on
	case "defaults":
		return &d.defaults
	case "constraints":
		return &d.constraints
	case "anchor":
		return &d.anchor
	case "format":
		return &d.format
	case "path":
		return &d.path
	case "internal":
		return &d.internal
	case "via":
		if d.verbs == nil {
			return &d.via
		}
	}
	return nil
}

// setOld reads options from a hash in braces and deletes from it the ones it
// knows, as Rails does. Keywords win, but for as, anchor and format.
func (d *declaration) setOld(old *dsl.Hash) {
	for i := 0; i < old.Len(); {
		key, v := old.At(i)
		field := d.field(key)
		if field == nil {
			d.set(key, v)
			i++
			continue
		}
		wins := key == dsl.Symbol("as") || key == dsl.Symbol("anchor") || key == dsl.Symbol("format")
		if !ruby.Truthy(v) {
			v = nil
		}
		if wins || !ruby.Truthy(*field) {
			*field = v
			d.hasAs = d.hasAs || key == dsl.Symbol("as")
			old.Delete(key)
			continue
		}
		i++
	}
}

// declare reads the arguments of a verb word.
func (d *declaration) declare(c *dsl.Call) (paths []dsl.Value) {
	for i := range c.Keywords.Len() {
		d.set(c.Keywords.At(i))
	}
	old, paths := ruby.OldOptions(c.Args)
	if old != nil {
		d.setOld(old)
	}
	if n := len(paths); n > 1 && old == nil && c.Keywords.Len() == 0 {
		if u, ok := paths[n-1].(*dsl.Unknown); ok {
			d.open, paths = u, paths[:n-1]
		}
	}
	return paths
}

// verbWord makes the method of `get`, `post` and the other verbs; of `match`, which has none.
func verbWord(verbs ...string) WordFunc { return declaring(declaration{verbs: verbs}) }

// prefixWord makes the method of a verb that maps the beginning of a path, without a format.
func prefixWord(verbs ...string) WordFunc {
	return declaring(declaration{verbs: verbs, anchor: dsl.False, format: dsl.False})
}

func declaring(preset declaration) WordFunc {
	return func(m *Mapper, c *dsl.Call) dsl.Value {
		d := preset
		d.match(m, d.declare(c))
		return m.self
	}
}

// match maps each path. Rails 8.1 takes one path only; several are mapped one
// by one, as in Rails before.
func (d *declaration) match(m *Mapper, paths []dsl.Value) {
	if len(paths) == 0 {
		paths = []dsl.Value{d.hashPath()}
	}
	if ruby.Truthy(d.defaults) {
		h := m.HashOf(d.defaults)
		s := m.enter()
		defer m.leave()
		s.defaults = mergeHash(m.t, s.defaults, h)
	}
	if d.open != nil {
		defer m.MayGuard(d.open, m.pos)()
	}
	for _, path := range paths {
		err := dsl.Attempt(func() { d.mapOne(m, path) })
		if d.isLeftOpen(m, err) {
			continue
		}
		if err != nil {
			panic(dsl.Fail(m.meantOption(err, paths, d)))
		}
		if d.open != nil {
			m.drawing.Unknown(m, d.open, "option list")
		}
	}
}

// isLeftOpen tells the error about a key that the options may have which only
// the application knows; the route is not in the table then, which is told.
func (d *declaration) isLeftOpen(m *Mapper, err error) bool {
	var ee *dsl.EvalError
	open := d.open
	if n := len(m.scope.guards); n > 0 && open == nil && m.scope.guards[n-1].options && m.scope.guards[n-1].at == m.pos {
		open, _ = m.scope.guards[n-1].value.(*dsl.Unknown)
	}
	if open == nil || !errors.As(err, &ee) || ee != m.drawing.lacksKey {
		return false
	}
	told := warning(route.UnknownValue, m.pos, "unknown options "+dsl.Brief(open.Text())+": the route is missing, because they name its endpoint; set the hash")
	told.Source, told.Wants, told.Example = open.Text(), route.MappingShape, `{to: "pages#home"}`
	if d.verbs == nil {
		told.Example = `{to: "pages#home", via: get}`
	}
	m.drawing.Host.Tell(told)
	return true
}

// hashPath finds the path in `"path" => target` and gives the target its place.
func (d *declaration) hashPath() dsl.Value {
	for i := range d.mapping.Len() {
		path, target := d.mapping.At(i)
		if _, ok := path.(*dsl.String); !ok {
			if _, ok := path.(*dsl.Unknown); !ok {
				continue
			}
		}
		d.mapping.Delete(path)
		field := &d.to
		switch t := target.(type) {
		case dsl.Symbol:
			field = &d.action
		case *dsl.String:
			if !strings.Contains(t.String(), "#") {
				field = &d.controller
			}
		}
		if !ruby.Truthy(*field) {
			*field = present(target)
		}
		return path
	}
	panic(dsl.Fail(dsl.Raise("ArgumentError", "Route path not specified")))
}

// root is `root`.
func (m *Mapper) root(c *dsl.Call) dsl.Value {
	options := rootOptions(c)
	d := declaration{as: dsl.Symbol("root"), hasAs: true, via: dsl.Symbol("get")}
	for i := range options.Len() {
		d.set(options.At(i))
	}
	if m.scope.level == inResources {
		s := m.enterLevel(inRoot)
		defer m.leave()
		s.path = joinPath(s.path, s.resource.path)
	}
	d.match(m, []dsl.Value{dsl.NewString("/")})
	return nil
}

func rootOptions(c *dsl.Call) *dsl.Hash {
	args := c.Args
	if c.Keywords.Len() > 0 {
		args = append(args[:len(args):len(args)], c.Keywords.Clone())
	}
	options, ok := dsl.NewHash(1), len(args) > 0
	switch {
	case len(args) > 2:
		panic(dsl.Fail(ruby.WrongArguments(len(args), "1..2")))
	case len(args) == 2:
		options, ok = args[1].(*dsl.Hash)
	}
	if ok {
		switch path := args[0].(type) {
		case *dsl.String, *dsl.Unknown:
			options.Set(dsl.Symbol("to"), path)
			return options
		case *dsl.Hash:
			if options.Len() == 0 {
				return path
			}
		}
	}
	panic(dsl.Fail(dsl.Raise("ArgumentError", "must be called with a path and/or options")))
}

// ---- one path

// A target is one path of a declaration, which says what the scopes say about it, too.
type target struct {
	declaration
	arg dsl.Value // String, Symbol or Unknown: the first argument
}

const missingVia = "You should not use the `match` method in your router without specifying an HTTP method.\n" +
	"If you want to expose your action to both GET and POST, add `via: [:get, :post]` option.\n" +
	"If you want to expose your action to GET, use `get` in the router:\n" +
	"  Instead of: match \"controller#action\"\n" +
	"  Do: get \"controller#action\""

// mapOne is map_match: it adds to a declaration what the scopes say, and draws
// it at the place that on: and the scope ask for.
func (d *declaration) mapOne(m *Mapper, path dsl.Value) {
	on := levelOf(m.t, d.on)
	t := target{*d, path}
	t.fromScope(m)
	if !d.mounted {
		m.drawing.unknownTarget(m, t.to)
	}
	switch p := path.(type) {
	case *dsl.String:
		if ruby.Truthy(d.path) {
			panic(dsl.Fail(dsl.Raise("ArgumentError", "Ambiguous route definition. Both :path and the route path were specified as strings.")))
		}
		t.path = path
		if !ruby.Truthy(t.to) && !ruby.Truthy(t.action) {
			t.to = shorthand(p.String())
		}
	case *dsl.Unknown:
		t.path = path
		if !ruby.Truthy(t.to) && !ruby.Truthy(t.action) && !ruby.Truthy(t.controller) {
			m.drawing.unknownExample(m, p, "path", "pages/home") // which says where it leads, too
		}
	case dsl.Symbol:
	default:
		return // Rails draws nothing for other values
	}
	t.place(m, on)
}

// fromScope fills in what the scopes around say.
func (t *target) fromScope(m *Mapper) {
	s := m.scope
	if !ruby.Truthy(t.to) && ruby.Truthy(s.to) {
		t.to = s.to
	}
	if !ruby.Truthy(t.to) && ruby.Truthy(s.controller) && ruby.Truthy(s.action) {
		t.to = dsl.NewString(m.Str(s.controller) + "#" + m.Str(s.action))
	}
	if !ruby.Truthy(t.controller) {
		t.controller = s.controller
	}
	if ruby.IsNil(t.format) {
		t.format = s.format
	}
	if t.verbs != nil {
		return
	}
	if !ruby.Truthy(t.via) {
		t.via = s.via
	}
	t.verbs = m.verbsOf(t.via)
}

// The verbs of the seven actions, and of via: :all.
var (
	verbAll    = []string{}
	verbGet    = []string{"GET"}
	verbPost   = []string{"POST"}
	verbPatch  = []string{"PATCH"}
	verbPut    = []string{"PUT"}
	verbDelete = []string{"DELETE"}
)

// verbsOf reads via:.
func (m *Mapper) verbsOf(via dsl.Value) []string {
	all := ruby.List(via)
	if len(all) == 0 {
		panic(m.drawing.missingKey("%s", missingVia))
	}
	if slices.Contains(all, dsl.Value(dsl.Symbol("all"))) {
		return verbAll
	}
	if countTruthy(all) == 1 { // Rails asks `verbs.one?` and takes the first
		all = all[:1]
	}
	names := make([]string, len(all))
	for i, v := range all {
		if u, ok := v.(*dsl.Unknown); ok {
			example := "get"
			if v == via {
				example = "get, or [get, post]"
			}
			m.drawing.UnknownAs(m, u, "unknown verb %s, shown as a placeholder", "set it to a verb", route.TextShape, example)
		}
		s := m.Str(v)
		if !dsl.IsUnknown(v) {
			m.warnVerb(s)
		}
		names[i] = strings.ToUpper(strings.ReplaceAll(s, "_", "-"))
	}
	return names
}

func countTruthy(list []dsl.Value) (n int) {
	for _, v := range list {
		if ruby.Truthy(v) {
			n++
		}
	}
	return n
}

// levelOf reads on:.
func levelOf(t *dsl.Thread, on dsl.Value) level {
	if !ruby.Truthy(on) {
		return topLevel
	}
	switch on {
	case dsl.Symbol("new"):
		return inNew
	case dsl.Symbol("collection"):
		return inCollection
	case dsl.Symbol("member"):
		return inMember
	}
	shown := dsl.Must(t.Inspect(on))
	panic(dsl.Fail(ruby.Meant(dsl.Raise("ArgumentError", "Unknown scope %s given to :on", shown), shown, []string{":new", ":collection", ":member"})))
}

// shorthand is get_to_from_path: the target that a path like "news/archive"
// names itself. Go's nil if it names none.
func shorthand(path string) dsl.Value {
	path = strings.TrimSuffix(path, "(.:format)")
	if !isShorthand(path) {
		return nil
	}
	path = strings.TrimPrefix(path, "/")
	if i := strings.LastIndexByte(path, '/'); i >= 0 {
		path = path[:i] + "#" + path[i+1:]
	}
	return dsl.NewString(strings.ReplaceAll(path, "-", "_"))
}

// isShorthand is %r{^/?[-\w]+/[-\w/]+$}, line by line as Ruby's ^ and $ mean.
func isShorthand(path string) bool {
	for line := range strings.SplitSeq(path, "\n") {
		line = strings.TrimPrefix(line, "/")
		i := 0
		for i < len(line) && (line[i] == '-' || ruby.IsWordByte(line[i])) {
			i++
		}
		if i > 0 && i+1 < len(line) && line[i] == '/' && isNamePath(line[i+1:]) {
			return true
		}
	}
	return false
}

// isNamePath is [\w\-/]+ and nothing else.
func isNamePath(s string) bool {
	for i := range len(s) {
		if c := s[i]; c != '-' && c != '/' && !ruby.IsWordByte(c) {
			return false
		}
	}
	return s != ""
}

// place is decomposed_match: it draws the target where on: says, or where a
// verb directly in a resource belongs.
func (t *target) place(m *Mapper, on level) {
	if on == inNew && m.scope.picksPathName("new") {
		own := *t
		m.eachPathName("new", func() { own.place(m, on) })
		return
	}
	draw := func() { t.add(m) }
	if on != topLevel {
		draw = func() { t.place(m, topLevel) }
	}
	switch {
	case on == inNew:
		m.inNew(draw)
		return
	case on == inCollection:
		m.inCollection(draw)
		return
	case on == inMember:
		m.inMember(draw)
		return
	case m.scope.level == inResources:
		m.nestedScope(draw)
		return
	case m.scope.level == inResource:
		m.inMember(draw)
		return
	}
	t.add(m)
}

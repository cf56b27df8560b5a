package urls

import (
	"strings"

	"signalbox/dsl"
	"signalbox/expand/route"
)

// custom calls the block of `direct` or `resolve` and gives the URL it names; as
// a path it loses protocol and host. Rails: RouteSet::CustomUrlHelper#call.
func (c *urlCall) custom(block *dsl.Proc, defaults *dsl.Hash, args []dsl.Value, onlyPath bool) string {
	if block == nil {
		panic(failure("LocalJumpError", "no block given (yield)"))
	}
	var options *dsl.Hash
	if n := len(args); n > 0 {
		if h, ok := args[n-1].(*dsl.Hash); ok {
			options, args = h, args[:n-1]
		}
	}
	args = append(args[:len(args):len(args)], merged(defaults, options))
	url := c.fullURLFor(dsl.Must(c.ruby().Exec(c.self(), block, args...)))
	if !onlyPath {
		return url
	}
	return "/" + afterHost(url)
}

// afterHost is what follows the first slash that stands alone.
func afterHost(url string) string {
	for i := range len(url) {
		if url[i] == '/' && (i == 0 || url[i-1] != '/') && (i+1 == len(url) || url[i+1] != '/') {
			return url[i+1:]
		}
	}
	return ""
}

// fullURLFor gives the URL of whatever names one: options, a text, a symbol, a
// record, an array of them. Rails: UrlFor#full_url_for.
func (c *urlCall) fullURLFor(v dsl.Value) string {
	switch v := v.(type) {
	case *dsl.String:
		return v.String()
	case *dsl.Hash:
		options := merged(c.options, symbolKeys(v))
		name := ""
		if helper := remove(options, useRouteKey); isTrue(helper) {
			name = c.toS(helper)
		}
		return c.urlFor(options, name, urlKind)
	case *dsl.Array:
		var options *dsl.Hash
		list := v.Elems
		if n := len(list); n > 0 {
			if h, ok := list[n-1].(*dsl.Hash); ok {
				options, list = h.Clone(), list[:n-1]
			}
		}
		return c.polymorphic(dsl.NewArray(list...), options, urlKind)
	}
	if isNone(v) {
		return c.urlFor(merged(c.options, nil), "", urlKind)
	}
	return c.polymorphic(v, nil, urlKind)
}

// ---- the self of such blocks

// self makes the object that a block runs on.
func (c *urlCall) self() *dsl.Object {
	return c.table.Interp.NewObject(c.table.callClass, &urlSelf{c.Helpers})
}

// A urlSelf answers the methods of UrlFor and the helpers of a table.
type urlSelf struct{ *Helpers }

// answers tells the methods that blocks find on their self.
func (t *tableHelpers) answers(name string) bool {
	if _, ok := urlWords[name]; ok {
		return true
	}
	for _, kind := range []helperKind{pathKind, urlKind} {
		if helper, ok := strings.CutSuffix(name, kind.suffix()); ok && (t.Names[helper] != nil || t.direct(helper) != nil) {
			return true
		}
	}
	return name == "main_app" && len(t.Mounts) > 0 || t.mounted(name) != nil
}

// mounted returns the routes of the engine that is mounted by that name.
func (t *tableHelpers) mounted(name string) *route.Table {
	if r := t.Names[name]; r != nil {
		return r.Endpoint.Table
	}
	return nil
}

// urlWords are the methods of UrlFor and PolymorphicRoutes.
var urlWords map[string]urlWord

type urlWord = func(c *urlCall, args []dsl.Value, options *dsl.Hash) string

func init() {
	forAction := func(action dsl.Value, kind helperKind) urlWord {
		return func(c *urlCall, args []dsl.Value, options *dsl.Hash) string {
			if len(args) == 0 {
				panic(wrongCount(0, "1..2"))
			}
			if action != nil {
				options = merged(options, nil)
				options.Set(actionOption, action)
			}
			return c.polymorphic(args[0], options, kind)
		}
	}
	urlFor := func(c *urlCall, args []dsl.Value, options *dsl.Hash) string {
		switch {
		case len(args) > 1, len(args) == 1 && options != nil:
			panic(wrongCount(len(args)+min(options.Len(), 1), "0..1"))
		case len(args) == 1:
			return c.fullURLFor(args[0])
		case options != nil:
			return c.fullURLFor(options)
		}
		return c.fullURLFor(dsl.Nil)
	}
	routeFor := func(c *urlCall, args []dsl.Value, options *dsl.Hash) string {
		if len(args) == 0 {
			panic(wrongCount(0, "1+"))
		}
		return c.helper(c.toS(args[0]), urlKind, args[1:], options)
	}
	edit, fresh := dsl.NewString("edit"), dsl.NewString("new")
	urlWords = map[string]urlWord{
		"url_for": urlFor, "full_url_for": urlFor, "route_for": routeFor,
		"polymorphic_path": forAction(nil, pathKind), "polymorphic_url": forAction(nil, urlKind),
		"edit_polymorphic_path": forAction(edit, pathKind), "edit_polymorphic_url": forAction(edit, urlKind),
		"new_polymorphic_path": forAction(fresh, pathKind), "new_polymorphic_url": forAction(fresh, urlKind),
		"url_options": nil, "default_url_options": nil,
	}
}

// Call implements dsl.Receiver.
func (s *urlSelf) Call(call *dsl.Call) (v dsl.Value, err error) {
	err = dsl.Attempt(func() { v = s.answer(call) })
	return v, raised(err)
}

func (s *urlSelf) answer(call *dsl.Call) dsl.Value {
	c := &urlCall{Helpers: s.Helpers, thread: call.Thread}
	switch call.Name {
	case "url_options", "default_url_options":
		return merged(s.options, nil)
	case "main_app":
		if m := lastMount(s.table.Table); m != nil {
			return (&urlCall{Helpers: s.of(m.Table)}).self()
		}
	}
	args, options := call.Args, call.Keywords
	if n := len(args); options == nil && n > 0 {
		if h, ok := args[n-1].(*dsl.Hash); ok {
			options, args = h, args[:n-1]
		}
	}
	if word := urlWords[call.Name]; word != nil {
		return dsl.NewString(word(c, args, options))
	}
	for _, kind := range []helperKind{pathKind, urlKind} {
		if name, ok := strings.CutSuffix(call.Name, kind.suffix()); ok {
			return dsl.NewString(c.helper(name, kind, args, options))
		}
	}
	if t := s.table.mounted(call.Name); t != nil {
		return (&urlCall{Helpers: s.of(t)}).self()
	}
	panic(dsl.Fail(dsl.ErrNoMethod))
}

// of gives the same options for the routes of another table.
func (u *Helpers) of(t *route.Table) *Helpers {
	return &Helpers{table: helpersOf(t), options: u.options, defaults: u.defaults}
}

package urls

import (
	"cmp"
	"fmt"
	"runtime/debug"
	"strings"
	"sync"

	"signalbox/dsl"
	"signalbox/expand/route"
)

// Params are the named parameters and options of a helper, or default options
// of all helpers:
//
//	helpers.Path("posts", urls.Params{"page": 2, "anchor": "top"}) // /posts?page=2#top
//
// Names of the path's parts fill these; host, protocol, port, subdomain, domain,
// tld_length, user, password, script_name, trailing_slash, anchor, params,
// only_path and path_params mean what they mean in Rails; the rest becomes the
// query string, sorted, with nested maps and slices as `a[b]=` and `a[]=`.
// Params of a nil value are left out.
type Params map[string]any

// Helpers make paths and URLs of a table, with options that hold for all of them, see
// [New]. They are safe for concurrent use. Rails: an object that includes
// url_helpers.
type Helpers struct {
	table   *tableHelpers
	options *dsl.Hash // url_options; nil when there are none
	// defaults tells that default_url_options are not empty, which costs Rails
	// its short cut, and with it some checks.
	defaults bool
	err      error

	// plain tells that the options matter to URLs only: host, protocol, port.
	plain bool
	// base is the beginning of URLs then, without a path.
	base func() (string, error)
}

// New returns the helpers of a table with default_url_options of their own, on top of
// those in the routes file; nil for none:
//
//	helpers := urls.New(table, urls.Params{"host": "example.org", "protocol": "https"})
//	helpers.URL("post", 1) // https://example.org/posts/1
//
// A value among the options that cannot be a parameter is an error of every
// later call. Rails: default_url_options of a controller or mailer.
func New(table *route.Table, defaults Params) *Helpers {
	t := helpersOf(table)
	if len(defaults) == 0 {
		return t.bare
	}
	var options *dsl.Hash
	err := dsl.Attempt(func() { options = t.optionsOf(defaults) })
	u := t.withDefaults(options)
	u.err = err
	return u
}

func (t *tableHelpers) withDefaults(options *dsl.Hash) *Helpers {
	u := &Helpers{table: t, options: options, defaults: true}
	u.setPlain()
	return u
}

// ForController returns helpers as controllers have them while they answer a request, see
// [Helpers.ForRequest]: with the default_url_options that the configuration gives all of
// them.
func ForController(table *route.Table, request, recall Params) *Helpers {
	t := helpersOf(table)
	u := t.bare
	if t.ControllerURLOptions.Len() > 0 {
		u = t.withDefaults(t.ControllerURLOptions)
	}
	return u.ForRequest(request, recall)
}

// setPlain looks at the options for [Helpers.quick].
func (u *Helpers) setPlain() {
	for i := range u.options.Len() {
		switch key, _ := u.options.At(i); key {
		case recallKey, dsl.Symbol("host"), dsl.Symbol("protocol"), dsl.Symbol("port"):
		default:
			return
		}
	}
	u.plain = true
	u.base = sync.OnceValues(func() (base string, err error) {
		defer dsl.Contain(&err)
		return (&urlCall{Helpers: u}).finish(merged(u.options, nil), urlKind), nil
	})
}

// ForRequest returns helpers as a controller has them while it answers a request:
// with the request's host, protocol, port and script_name, and with the path
// parameters that `url_for` may leave out:
//
//	helpers.ForRequest(urls.Params{"host": "example.org"}, urls.Params{"controller": "posts", "action": "show", "id": "1"}).
//		PathFor(urls.Params{"action": "edit"}) // /posts/1/edit
//
// Rails: ActionController::UrlFor#url_options.
func (u *Helpers) ForRequest(request, recall Params) *Helpers {
	n := &Helpers{table: u.table, defaults: u.defaults, err: u.err}
	n.err = cmp.Or(n.err, dsl.Attempt(func() {
		n.options = u.table.optionsOf(request)
		n.options.Set(recallKey, u.table.optionsOf(recall))
		update(n.options, u.options)
		n.setPlain()
	}))
	return n
}

// Path returns what the helper NAME_path returns. After the values of the path's
// parts, in their order, may come one [Params] (or another map with string
// keys, or url.Values):
//
//	helpers.Path("edit_post", 1)                                       // /posts/1/edit
//	helpers.Path("post_comment", post, 7, urls.Params{"format": "json"}) // /posts/1/comments/7.json
//
// A value is a string, a number, a bool, nil, a slice, a map, whatever has a
// method ToParam() string, MarshalText or String, a struct with an ID, or a
// value of package dsl. The error is a *[URLError] in Rails' words: a part that
// is missing, a requirement that is not met, a name that no helper has.
//
// Rails: RouteSet::NamedRouteCollection::UrlHelper#call.
func (u *Helpers) Path(name string, args ...any) (string, error) { return u.call(name, pathKind, args) }

// URL returns what the helper NAME_url returns: [Helpers.Path] with protocol and
// host. The host comes from an option, from default_url_options in the
// routes file or from those of [New]; without it the error is
// "Missing host to link to! ...".
//
//	helpers.URL("post", 1, urls.Params{"host": "example.org"}) // http://example.org/posts/1
func (u *Helpers) URL(name string, args ...any) (string, error) { return u.call(name, urlKind, args) }

// PathFor returns the path of a record, of a class, or of what options name:
//
//	helpers.PathFor(post)                           // /posts/1
//	helpers.PathFor("admin", post, Comment{})       // /admin/posts/1/comments
//	helpers.PathFor(post, urls.Params{"action": "edit"})  // /posts/1/edit
//	helpers.PathFor(reflect.TypeFor[Post]())        // /posts
//	helpers.PathFor(urls.Params{"controller": "posts", "action": "show", "id": 1})
//
// A record is a Go struct: the name of its type is the model's (or what its
// method ModelName() returns, "Blog::Post"), and it is a new record while its ID
// is zero (or its method Persisted() returns false). A string is a namespace or
// the name of a singular resource. What `resolve` says about a model in the
// routes file holds.
//
// Rails: PolymorphicRoutes#polymorphic_path, and UrlFor#url_for for options.
func (u *Helpers) PathFor(args ...any) (string, error) { return u.callFor(pathKind, args) }

// URLFor is [Helpers.PathFor] for URLs. Rails: polymorphic_url, url_for.
func (u *Helpers) URLFor(args ...any) (string, error) { return u.callFor(urlKind, args) }

// A helperKind tells paths from URLs. Rails: PATH and UNKNOWN, the strategies of
// RouteSet.
type helperKind uint8

const (
	pathKind helperKind = iota
	urlKind
)

// suffix ends the names of helpers.
func (k helperKind) suffix() string {
	if k == pathKind {
		return "_path"
	}
	return "_url"
}

// call answers a named helper.
func (u *Helpers) call(name string, kind helperKind, args []any) (path string, err error) {
	defer guardURL(&err)
	if u.err != nil {
		return "", u.err
	}
	if path, ok := u.quick(name, kind, args); ok {
		return path, nil
	}
	err = dsl.Attempt(func() {
		values, options := u.table.arguments(args, u.table.argument)
		path = (&urlCall{Helpers: u}).helper(name, kind, values, options)
	})
	return path, urlError(err, name+kind.suffix())
}

// callFor answers PathFor and URLFor.
func (u *Helpers) callFor(kind helperKind, args []any) (path string, err error) {
	defer guardURL(&err)
	if u.err != nil {
		return "", u.err
	}
	err = dsl.Attempt(func() { path = (&urlCall{Helpers: u}).pathFor(kind, args) })
	return path, urlError(err, "")
}

func (c *urlCall) pathFor(kind helperKind, args []any) string {
	records, options := c.table.records(args)
	switch {
	case len(records) == 0 && options != nil:
		if kind == pathKind {
			options.Set(onlyPathKey, dsl.True)
		}
		return c.fullURLFor(options)
	case len(records) == 1:
		return c.polymorphic(records[0], options, kind)
	}
	return c.polymorphic(dsl.NewArray(records...), options, kind)
}

// guardURL turns a panic, of a method of a caller's value or a mistake here,
// into an error.
func guardURL(err *error) {
	if p := recover(); p != nil {
		*err = &URLError{Class: "InternalError", Message: fmt.Sprintf("internal error: %v\n%s", p, debug.Stack())}
	}
}

// A urlCall is one call of a helper, and those that its block makes. Rails: the
// `t` of RouteSet.
type urlCall struct {
	*Helpers
	thread *dsl.Thread // made when first needed
}

func (c *urlCall) ruby() *dsl.Thread {
	if c.thread == nil {
		c.thread = c.table.Interp.NewThread()
	}
	return c.thread
}

// toS is Ruby's to_s.
func (c *urlCall) toS(v dsl.Value) string {
	switch v := v.(type) {
	case nil:
		return ""
	case *dsl.String:
		return v.String()
	case dsl.Symbol:
		return string(v)
	case *dsl.Unknown:
		panic(unknownOption(v))
	}
	return dsl.Must(c.ruby().ToS(v))
}

func unknownOption(u *dsl.Unknown) dsl.Failure {
	if on := route.Decider(u); on != nil {
		u = on
	}
	text := u.Text() + " is unknown"
	if u.Pos.Line > 0 {
		text += " (" + u.Pos.String() + ")"
	}
	return failure("ArgumentError", text+setValue)
}

const setValue = "; set it in " + route.SettingsFile + ", with --set or with expand.Options.Set"

// checkHelper refuses the helpers of a route whose path or name holds what only the application
// knows.
func checkHelper(r *route.Route) {
	unknown := r.HelperPlaceholders()
	if len(unknown) == 0 {
		return
	}
	values := dsl.Brief(strings.Join(unknown, ", "))
	panic(failure("ArgumentError", "the path "+dsl.Brief(r.Path.String())+" of "+r.Name+" holds the unknown value "+values+
		" ("+r.Declared().String()+")"+setValue))
}

// The option keys that the rules look at.
var (
	recallKey     dsl.Value = dsl.Symbol("_recall")
	onlyPathKey   dsl.Value = dsl.Symbol("only_path")
	scriptNameKey dsl.Value = dsl.Symbol("script_name")
	oldScriptKey  dsl.Value = dsl.Symbol("original_script_name")
	pathParamsKey dsl.Value = dsl.Symbol("path_params")
	paramsKey     dsl.Value = dsl.Symbol("params")
	pathKey       dsl.Value = dsl.Symbol("path")
	userKey       dsl.Value = dsl.Symbol("user")
	passwordKey   dsl.Value = dsl.Symbol("password")
	useRouteKey   dsl.Value = dsl.Symbol("use_route")
	idKey         dsl.Value = dsl.Symbol("id")
	slashKey      dsl.Value = dsl.Symbol("trailing_slash")
	typeKey       dsl.Value = dsl.Symbol("routing_type")
)

// The defaults that name an action.
var (
	controllerOption dsl.Value = dsl.Symbol("controller")
	actionOption     dsl.Value = dsl.Symbol("action")
	formatOption     dsl.Value = dsl.Symbol("format")
	indexName                  = dsl.NewFrozenString("index")
)

// isTrue is Ruby's truth of an option; what is not given is false.
func isTrue(v dsl.Value) bool { return v != nil && dsl.Truthy(v) }

// isNone reports whether an option is nil, or not given.
func isNone(v dsl.Value) bool { return v == nil || dsl.IsNil(v) }

// update is h.merge!(from).
func update(h, from *dsl.Hash) {
	for i := range from.Len() {
		h.Set(from.At(i))
	}
}

func wrongCount(given int, expected string) dsl.Failure {
	return dsl.Fail(dsl.Raise("ArgumentError", "wrong number of arguments (given %d, expected %s)", given, expected))
}

// option gives the value of a key; Go's nil if there is none.
func option(h *dsl.Hash, key dsl.Value) dsl.Value {
	if h.Len() == 0 {
		return nil
	}
	v, _ := h.Get(key)
	return v
}

func hasKey(h *dsl.Hash, key dsl.Value) bool {
	if h.Len() == 0 {
		return false
	}
	_, ok := h.Get(key)
	return ok
}

// remove deletes a key and gives its value; Go's nil if there was none.
func remove(h *dsl.Hash, key dsl.Value) dsl.Value {
	if !hasKey(h, key) {
		return nil
	}
	v, _ := h.Delete(key)
	return v
}

// merged is a.merge(b), a copy.
func merged(a, b *dsl.Hash) *dsl.Hash {
	all := dsl.NewHash(a.Len() + b.Len() + 4)
	update(all, a)
	update(all, b)
	return all
}

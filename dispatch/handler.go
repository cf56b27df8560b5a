package dispatch

import (
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/julienschmidt/httprouter"

	"signalbox/dispatch/internal/match"
	"signalbox/dispatch/internal/rack"
	"signalbox/dsl"
	"signalbox/expand/route"
)

// A controller holds the handlers of one controller by the folded names of their actions.
type controller struct {
	actions map[string]any // of [Action]
	methods map[string]any // of [Controller]
	rest    http.Handler   // a controller that is a handler itself
}

// handler returns that of an action, nil without.
func (c *controller) handler(action string) any {
	if c == nil {
		return nil
	}
	if h := c.actions[action]; h != nil {
		return h
	}
	if h := c.methods[action]; h != nil {
		return h
	}
	if c.rest != nil {
		return c.rest
	}
	return nil
}

// A controllerFinder finds controllers by their names. Options and rows come controller by
// controller, so that it knows the last one.
type controllerFinder struct {
	all  map[string]*controller
	name string
	last *controller
}

// find returns the one of a name, nil without.
func (f *controllerFinder) find(name string) *controller {
	if f.last == nil || f.name != name {
		f.name, f.last = name, f.all[name]
	}
	return f.last
}

// controller returns the one of a name, for options to change.
func (c *config) controller(name string) *controller {
	own := c.controllers.find(name)
	if own == nil {
		own = &controller{}
		c.controllers.all[name] = own
	}
	return own
}

// Controller gives a controller its actions: the exported methods of c that are
// handlers. The action `mark_as_read` is the method MarkAsRead.
//
//	type Posts struct{ db *sql.DB }
//
//	func (p *Posts) Index(w http.ResponseWriter, r *http.Request)                       { ... }
//	func (p *Posts) Show(w http.ResponseWriter, r *http.Request, ps httprouter.Params)  { ... }
//
//	dispatch.Controller("posts", &Posts{db})
//	dispatch.Controller("admin/posts", &AdminPosts{db})
//
// A value that is an http.Handler gets the actions that it has no method for. A
// value without any handler is an error of [New]; methods that return [Unwritten]
// will be handlers. Rails: AbstractController.
func Controller(name string, c any) Option {
	return func(cfg *config) {
		methods := map[string]any{}
		v, begun := reflect.ValueOf(c), false
		if c != nil {
			for i := range v.NumMethod() {
				m := v.Type().Method(i)
				if h := handlerOf(v.Method(i).Interface()); h != nil && m.Name != "ServeHTTP" {
					methods[fold(m.Name)] = h
				}
				_, left := v.Method(i).Interface().(func(http.ResponseWriter, *http.Request) Unwritten)
				begun = begun || left
			}
		}
		rest, _ := c.(http.Handler)
		if len(methods) == 0 && rest == nil && !begun {
			cfg.refuse(fmt.Sprintf("controller %s: %T has no method that is a handler%s", name, c, whyNoHandler(c)))
			return
		}
		own := cfg.controller(name)
		own.methods, own.rest = methods, rest
	}
}

// Unwritten is the result of a method that has no body yet, as `routes gen go --controllers`
// writes them: there is no handler, so that the action is left to [Fallback].
//
//	func (p *Posts) Show(w http.ResponseWriter, r *http.Request) (_ dispatch.Unwritten) { return }
//
// Without the result it is one.
type Unwritten struct{}

// Action gives one action its handler: an http.Handler, an http.HandlerFunc, or
// a function with httprouter's signature. It goes before [Controller].
//
//	dispatch.Action("webhooks#github", github)
func Action(target string, handler any) Option {
	return func(c *config) {
		h := handlerOf(handler)
		name, action, one := strings.Cut(target, "#")
		switch {
		case !one:
			c.refuse(fmt.Sprintf("action %s: want CONTROLLER#ACTION, as in %s#index", target, target))
			return
		case h == nil:
			c.refuse(fmt.Sprintf("action %s: %T is no handler: %s", target, handler, handlerForms))
			return
		}
		own := c.controller(name)
		if own.actions == nil {
			own.actions = map[string]any{}
		}
		own.actions[fold(action)] = h
	}
}

// handlerForms are what [handlerOf] takes.
const handlerForms = "want an http.Handler, func(http.ResponseWriter, *http.Request) or func(http.ResponseWriter, *http.Request, httprouter.Params)"

// whyNoHandler says what is wrong with the methods of a controller: they are its
// pointer's, or have another signature.
func whyNoHandler(c any) string {
	if c == nil {
		return ""
	}
	v := reflect.ValueOf(c)
	if v.Kind() != reflect.Pointer && v.Kind() != reflect.Interface {
		pointer := reflect.New(v.Type())
		for i := range pointer.NumMethod() {
			if handlerOf(pointer.Method(i).Interface()) != nil {
				return fmt.Sprintf(": its methods are those of *%T, use &%s{...}", c, v.Type().Name())
			}
		}
	}
	if v.NumMethod() > 0 {
		return fmt.Sprintf(": %s is a %s; %s", v.Type().Method(0).Name, v.Method(0).Type(), handlerForms)
	}
	return ""
}

// handlerOf gives an httprouter.Handle or an http.Handler; nil for anything
// else.
func handlerOf(h any) any {
	switch h := h.(type) {
	case httprouter.Handle:
		return nilOr(h != nil, h)
	case func(http.ResponseWriter, *http.Request, httprouter.Params):
		return nilOr(h != nil, httprouter.Handle(h))
	case func(http.ResponseWriter, *http.Request):
		return nilOr(h != nil, http.HandlerFunc(h))
	case http.Handler:
		return h
	}
	return nil
}

func nilOr(ok bool, h any) any {
	if !ok {
		return nil
	}
	return h
}

// fold makes action and method names comparable: mark_as_read and MarkAsRead.
func fold(name string) string {
	plain := true
	for i := range len(name) {
		c := name[i]
		plain = plain && c != '_' && c != '-' && (c < 'A' || c > 'Z')
	}
	if plain {
		return name
	}
	return strings.ToLower(folder.Replace(name))
}

// folded makes targets comparable: posts#mark_as_read and posts#MarkAsRead.
func folded(target string) string {
	controller, action, ok := strings.Cut(target, "#")
	if !ok || fold(action) == action {
		return target
	}
	return controller + "#" + fold(action)
}

// handles tells whether there is a handler that the middleware of a target can
// stand in front of.
func (c *config) handles(target string) bool {
	name, action, one := strings.Cut(target, "#")
	own := c.controllers.all[name]
	return own != nil && (!one || own.handler(action) != nil)
}

var folder = strings.NewReplacer("_", "", "-", "")

// action finds the handler of a controller's action, with its middleware around; nil if
// there is none.
func (c *config) action(own *controller, controller, action string) any {
	action = fold(action)
	h := own.handler(action)
	if h == nil || len(c.middleware)+len(c.inner) == 0 {
		return h
	}
	chain := slices.Concat(c.middleware, c.inner[controller], c.inner[controller+"#"+action])
	if len(chain) == 0 {
		return h
	}
	wrapped, ok := h.(http.Handler)
	if !ok {
		wrapped = withParams(h.(httprouter.Handle))
	}
	for i := len(chain) - 1; i >= 0; i-- {
		wrapped = chain[i](wrapped)
	}
	return wrapped
}

// withParams lets a native handler stand behind middleware.
func withParams(h httprouter.Handle) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h(w, r, pathValues(r))
	})
}

// pathValues are the parameters for the native signature.
func pathValues(r *http.Request) httprouter.Params {
	info := RouteFrom(r.Context())
	if info == nil {
		return nil
	}
	return textParams(info.request().PathParams())
}

// textParams are parameters as text, without those that name the endpoint.
func textParams(params *dsl.Hash) httprouter.Params {
	var ps httprouter.Params
	for i := range params.Len() {
		k, v := params.At(i)
		name := rack.TextOf(k)
		if name == "controller" || name == "action" {
			continue
		}
		if text, ok := rack.ScalarText(v); ok {
			ps = append(ps, httprouter.Param{Key: name, Value: text})
		}
	}
	return ps
}

// An endpoint is what answers a route on a router.
type endpoint struct {
	kind    endpointKind
	asks    bool // lambdas and objects are asked first
	quick   bool // the handler needs nothing but the path
	handler any  // an httprouter.Handle or an http.Handler
	route   *match.Route
	made    atomic.Pointer[shape] // see shape
}

type endpointKind uint8

const (
	missingEndpoint endpointKind = iota
	nativeEndpoint
	plainEndpoint
	chosenEndpoint // the path names controller or action
	mountEndpoint
	tableEndpoint  // a redirect, or code of the routes file
	engineEndpoint // goes on in the engine's table
	emptyEndpoint  // an engine without routes
)

// find finds what answers the route.
func (e *endpoint) find(c *config, known *controllerFinder, rt *match.Route) {
	row := rt.Row
	e.route, e.asks = rt, len(row.Callables) > 0 && row.Endpoint.Kind != route.Static || rt.Unknown() != nil
	switch end := row.Endpoint; end.Kind {
	case route.Dispatcher, route.Static:
		e.findAction(c, known)
	case route.Redirects:
		if r := end.Redirect; !unknownTarget(r) && (r.Block == nil || !dsl.IsUnknown(r.Block)) {
			e.kind = tableEndpoint
		}
	default:
		switch h := c.mounted(end.Text); {
		case h != nil:
			e.kind, e.handler = mountEndpoint, h
		case end.Kind == route.Engine && end.Table != nil && len(end.Table.Routes) > 0:
			e.kind = engineEndpoint
		case !isUnknown(end.App) && end.Kind != route.Engine:
			e.kind = tableEndpoint
		case end.Kind == route.Engine && !isUnknown(end.App) && end.Table != nil && !end.External:
			e.kind = emptyEndpoint
		}
	}
}

// unknownTarget tells a redirect whose path or options only the application knows.
func unknownTarget(r *route.Redirect) bool {
	return r.Path != nil && dsl.UnknownIn(r.Path) != nil || dsl.UnknownIn(r.Options) != nil
}

// mounted finds the handler of a constant, `Foo::Bar`, or of an object of it,
// `#<Foo::Bar>`.
func (c *config) mounted(text string) http.Handler {
	if h := c.mounts[text]; h != nil {
		return h
	}
	if inner, ok := strings.CutPrefix(text, "#<"); ok {
		return c.mounts[strings.TrimSuffix(inner, ">")]
	}
	return nil
}

func (e *endpoint) findAction(c *config, known *controllerFinder) {
	row := e.route.Row
	controller, action := row.Controller(), row.Action()
	if controller == ":controller" || action == ":action" {
		e.kind = chosenEndpoint
		return
	}
	if row.Endpoint.Kind == route.Static {
		controller = underscoredController(row.Endpoint.Text)
	}
	if action == "" {
		action = "index"
	}
	e.handler = c.action(known.find(controller), controller, action)
	switch e.handler.(type) {
	case httprouter.Handle:
		e.kind, e.quick = nativeEndpoint, !e.asks
	case http.Handler:
		e.kind, e.quick = plainEndpoint, !e.asks && row.Anchored && validParams(row.Defaults.Hash) == nil
	}
}

// underscoredController is posts for PostsController, admin/posts for
// Admin::PostsController.
func underscoredController(constant string) string {
	constant = strings.TrimSuffix(strings.ReplaceAll(constant, "::", "/"), "Controller")
	var b strings.Builder
	for i := range len(constant) {
		c := constant[i]
		upper := c >= 'A' && c <= 'Z'
		if upper && i > 0 && constant[i-1] != '/' && !(constant[i-1] >= 'A' && constant[i-1] <= 'Z') {
			b.WriteByte('_')
		}
		if upper {
			c += 'a' - 'A'
		}
		b.WriteByte(c)
	}
	return b.String()
}

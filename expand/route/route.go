package route

import (
	"slices"
	"strconv"
	"strings"

	"signalbox/dsl"
	"signalbox/grammar"
)

// A Route is one row of the table: what one declaration made of a verb, a path
// and an endpoint. For
//
//	get "posts/:id", to: "posts#show", as: :post, id: /\d+/
//
// Name is "post", Path prints /posts/:id(.:format), Defaults holds controller
// and action, Requirements the pattern of id. Rails: Journey::Route.
type Route struct {
	// Index is the place in the table, from 0; it is also the precedence.
	Index int
	// Name is the name of the helpers, `post` for post_path; empty without.
	Name string
	// Path is the pattern.
	Path *Path
	// Defaults are the parameters that the path does not set, controller and
	// action among them; the keys are symbols.
	Defaults Values
	// Requirements are what the path's parameters must match, mostly regexps;
	// nil when there are none.
	Requirements Values
	// Constraints are the conditions on the request's methods, such as
	// subdomain: "api"; nil when there are none.
	Constraints Values
	// Callables are the lambdas and objects that are asked at request time.
	Callables []dsl.Value
	// RequiredDefaults are the keys of Defaults that a generated path must
	// agree with.
	RequiredDefaults []dsl.Value
	// ScopeOptions are the further options of the scopes around.
	ScopeOptions *dsl.Hash
	// Endpoint is what answers.
	Endpoint *Endpoint
	// Anchored is false when the path is only the beginning, as in a mount.
	Anchored bool
	// Internal routes answer, but are not listed.
	Internal bool
	// NamedFalse is set for a route without a name by `as: false`: Rails prints
	// the false.
	NamedFalse bool
	// Pos is the declaration that Rails records as the route's source.
	Pos grammar.Pos
	// Conditions are what the route's existence depends on, where a condition
	// could not be decided; the outermost first.
	Conditions []dsl.Condition

	// Verbs are the HTTP methods; empty means all of them.
	Verbs []string
	// Origin is where the route comes from besides Pos; nil for most, where Pos says all.
	Origin *Origin
	// Guards are what a request must pass, the outermost scope's first. What Rails does
	// not ask is not among them: the constraint objects of scopes around one that has its
	// own constraint object, and those of an endpoint that is a controller class. Of an
	// engine's route, those of its mount are [Table.MountGuards].
	Guards []Guard
	// Open is what only the application knows of the route; nil if all of its path, name and
	// values is known. What its conditions and objects ask is not among it.
	Open *Open
}

// An Origin is where a route comes from besides the place that Rails records.
type Origin struct {
	// Word is the place of the routing method that draws the route where Rails records another
	// one, see [Route.Declared]; nil else.
	Word *grammar.Pos
	// UsedAt is where the concern is used that draws the route; nil without.
	UsedAt *grammar.Pos
}

// Open is what only the application knows of a route.
type Open struct {
	// Path matches whatever the application may make of the route's path; nil if that
	// is known. See [Route.Relaxed].
	Path *Path
	// Parts are what its globs stand for.
	Parts []UnknownPart
	// Placeholders are the expressions whose source stands in the route's path, name or
	// endpoint: ["Settings.prefix"] for the row /:Settings.prefix/posts.
	Placeholders []string
	// InHelper is how many of the placeholders, the first ones, stand in the path and the
	// name: helpers of such a route give no path.
	InHelper int
	// Warned are the places of the warnings that concern the route: about the word that
	// draws it, and about those around. See [Diagnostic.Pos].
	Warned []grammar.Pos
}

// open returns what is not known of the route, to be read.
func (r *Route) open() Open {
	if r.Open == nil {
		return Open{}
	}
	return *r.Open
}

// Verb is the verb as the table prints it: "GET", "GET|POST", or "" for all.
// Rails: Route#verb.
func (r *Route) Verb() string { return strings.Join(r.Verbs, "|") }

// RequiredParts are the path's parameters that a helper must be given. Rails:
// Route#required_parts.
func (r *Route) RequiredParts() []string { return r.Path.Required() }

// OptionalParts are the path's parameters that may be left out, format mostly.
// Rails: Path::Pattern#optional_names.
func (r *Route) OptionalParts() []string { return r.Path.Optional() }

// Source is "config/routes.rb:3", the place of the declaration; empty for a route
// of the framework, which no file of the application declares. Rails:
// Route#source_location.
func (r *Route) Source() string {
	if r.Pos.Filename == "" {
		return ""
	}
	return r.Pos.Filename + ":" + strconv.Itoa(r.Pos.Line)
}

// Declared returns the place of the routing method that draws the route. It is Pos, but
// where Rails records the place of a caller: of the words of a gem, which
// Options.Words stands for, and of a text that the program reads and evaluates.
func (r *Route) Declared() grammar.Pos {
	if r.Origin != nil && r.Origin.Word != nil {
		return *r.Origin.Word
	}
	return r.Pos
}

// UsedAt returns where the concern is used that draws the route; nil without one.
func (r *Route) UsedAt() *grammar.Pos {
	if r.Origin == nil {
		return nil
	}
	return r.Origin.UsedAt
}

// Wrapped reports whether the route is drawn in the block of a method that is not
// known. What it shows is what the block says: the method may also change its path,
// name, module and constraints. Its Conditions name the method, see
// [dsl.Condition.Wraps].
func (r *Route) Wrapped() bool {
	return slices.ContainsFunc(r.Conditions, func(c dsl.Condition) bool { return c.Wraps })
}

// Placeholders are the expressions that only the application knows and whose source
// stands in the route's path, name or endpoint: ["Settings.prefix"] for the row
// /:Settings.prefix/posts. Empty for a route whose text is known.
func (r *Route) Placeholders() []string { return slices.Clone(r.open().Placeholders) }

// HelperPlaceholders are those of Placeholders that stand in the route's path or name,
// so that its helpers give no path: they return an error that names them.
func (r *Route) HelperPlaceholders() []string {
	open := r.open()
	return slices.Clone(open.Placeholders[:open.InHelper])
}

// AllRequirements are the defaults with the requirements on top, patterns of
// plain globs left out. Rails: Route#requirements.
func (r *Route) AllRequirements() *dsl.Hash {
	all := dsl.NewHash(r.Defaults.Len() + r.Requirements.Len())
	for _, h := range []*dsl.Hash{r.Defaults.Hash, r.Requirements.Hash} {
		for i := range h.Len() {
			all.Set(h.At(i))
		}
	}
	if r.Requirements.Len() > 0 {
		dropGlobPatterns(all)
	}
	return all
}

func dropGlobPatterns(h *dsl.Hash) {
	for i := h.Len() - 1; i >= 0; i-- {
		key, v := h.At(i)
		if IsGlobPattern(v) {
			h.Delete(key)
		}
	}
}

// GlobPattern is the requirement that globs have in Rails, /.+?/m.
var GlobPattern = dsl.NewRegexp(".+?", dsl.MultiLine)

// IsGlobPattern reports whether a requirement is that of a plain glob.
func IsGlobPattern(v dsl.Value) bool {
	re, ok := v.(*dsl.Regexp)
	return ok && (re == GlobPattern || re.Source == ".+?" && re.Options == dsl.MultiLine)
}

// Requirement returns one of AllRequirements.
func (r *Route) Requirement(name string) (dsl.Value, bool) {
	if v, ok := r.Requirements.Sym(name); ok && !IsGlobPattern(v) {
		return v, true
	}
	v, ok := r.Defaults.Sym(name)
	return v, ok
}

// ---- endpoints

// An EndpointKind is the kind of what answers a route's requests.
type EndpointKind uint8

// The kinds of endpoints.
const (
	Dispatcher EndpointKind = iota // a controller's action: to: "posts#show"
	Static                         // a controller class: to: PostsController
	Redirects                      // to: redirect("/new")
	Inline                         // a proc: to: ->(env) { [200, {}, []] }
	Rack                           // another object with a method call
	Engine                         // a Rails engine
)

var endpointKinds = [...]string{"dispatcher", "static_dispatcher", "redirect", "proc", "rack", "engine"}

// String is the kind's name in the JSON rows.
func (k EndpointKind) String() string { return endpointKinds[k] }

// An Endpoint is what a route leads to. Rails: Route#app.
type Endpoint struct {
	Kind EndpointKind
	// App is the object that answers; nil for a Dispatcher.
	App dsl.Value
	// Text is the object as the table shows it, `Sidekiq::Web`.
	Text string
	// Redirect is set for Redirects.
	Redirect *Redirect
	// Table holds the engine's own routes, nil if they are not known.
	Table *Table
	// External is set for an engine that no file of the application defines: its
	// routes stand in a gem.
	External bool
}

// IsAction reports whether controller#action names the endpoint.
func (e *Endpoint) IsAction() bool { return e.Kind == Dispatcher || e.Kind == Static }

// Controller is the controller as the table shows it: ":controller" if the path
// sets it, "" without one. Rails: RouteWrapper#controller.
func (r *Route) Controller() string { return r.part("controller") }

// Action is the action as the table shows it. Rails: RouteWrapper#action.
func (r *Route) Action() string { return r.part("action") }

func (r *Route) part(name string) string {
	if r.Path.Has(name) {
		return ":" + name
	}
	v, ok := r.Requirement(name)
	if !ok {
		return ""
	}
	switch v := v.(type) {
	case *dsl.String:
		return v.String()
	case dsl.Symbol:
		return string(v)
	case *dsl.Regexp:
		return v.ToS()
	}
	return ""
}

// HoldsUnknown reports whether a text was made of a value that only the
// application knows: interpolation writes it as `:Settings.prefix`. No other
// segment begins with a capital and goes on with `.` or `::`.
func HoldsUnknown(s string) bool {
	for {
		i := strings.IndexByte(s, ':')
		if i < 0 || i+1 == len(s) {
			return false
		}
		s = s[i+1:]
		if s[0] < 'A' || s[0] > 'Z' {
			continue
		}
		if end := wordEnd(s, 0); end < len(s) && (s[end] == '.' || strings.HasPrefix(s[end:], "::")) {
			return true
		}
	}
}

package route

import (
	"cmp"
	"path"
	"slices"
	"strings"
	"sync"

	"signalbox/dsl"
	"signalbox/grammar"
	"signalbox/internal/uri"
)

// A Table is the routes of an application, in the order of their precedence,
// with what else the routes file says. Rails: RouteSet.
type Table struct {
	// Routes are all routes, the internal ones included.
	Routes []*Route
	// Diagnostics tell what is doubtful.
	Diagnostics []Diagnostic
	// DefaultURLOptions are those of the routes file, or else those that the configuration
	// gives the routes: host, protocol and so on.
	DefaultURLOptions *dsl.Hash
	// ControllerURLOptions are the default_url_options that the configuration gives all
	// controllers, whose helpers go by them too; nil without.
	ControllerURLOptions *dsl.Hash
	// Directs and Resolves are the helpers that blocks define.
	Directs  []*Direct
	Resolves []*Resolve
	// Engine is the name of the engine whose routes these are; empty for an
	// application.
	Engine string
	// APIOnly is set for an application without new and edit.
	APIOnly bool
	// Root is the application's folder.
	Root string
	// ClassFolders are the folders in which Rails looks for the application's classes by their
	// names: app/models, app/controllers, engines/shop/app/controllers.
	ClassFolders []string
	// RelativeURLRoot is the path below which the application is served, "/app";
	// helpers put it in front. It is what ENV["RAILS_RELATIVE_URL_ROOT"] holds.
	// Set it before the first call of a helper.
	RelativeURLRoot string

	// Unmounted are the tables of further engines that the files of an engine's
	// folder draw and its table does not mount.
	Unmounted []*Table
	// Mounts are where the routes of an engine are mounted; the last one holds.
	Mounts []Mount

	// Names are the routes that helpers lead to, by their names.
	Names map[string]*Route
	// Interp is the interpreter that ran the files; constraints, redirects and
	// other blocks run in it. Nil for a table that no file was run for.
	Interp *dsl.Interp
	// Files are those that were read, by their names in positions.
	Files map[string]*grammar.File

	// Unset are the variables that the table depends on and that neither Options.Env nor
	// the application gives, by name: they are treated as unset, as in an application that is
	// started without them. What lambdas ask while requests are answered is not among
	// them.
	Unset []Variable
	// Unknown is what the table says of values that only the application knows.
	Unknown Unknown
	// Undrawn are the files in the folders of `draw` that were not read.
	Undrawn []string
	// UnusedConcerns are the concerns that nothing uses.
	UnusedConcerns []Concern
	// Remarks are what the declarations say in vain, in their order.
	Remarks []Remark
	// UnknownURLOptions are the expressions that the configuration gives as
	// default_url_options of the routes or of controllers, and whose value only the
	// application knows. Helpers take such options for a host, without which a path is
	// made.
	UnknownURLOptions []*dsl.Unknown

	once sync.Once
	kept any // by Keep
}

// Keep returns what build returned when Keep was first called: what a package builds of a
// table for all that ask for it.
func (t *Table) Keep(build func() any) any {
	t.once.Do(func() { t.kept = build() })
	return t.kept
}

// The options that name the endpoint.
var (
	controllerOption dsl.Value = dsl.Symbol("controller")
	actionOption     dsl.Value = dsl.Symbol("action")
)

// Unknown is what a table says of values that only the application knows.
type Unknown struct {
	// Asked are the expressions that were asked for.
	Asked map[string]bool
	// Uses are what expressions are used as.
	Uses map[string]ShapeKind
	// Calls are the calls in the routes by the unknown values that they gave.
	Calls map[string]string
}

// A Mount is where the routes of an engine are mounted.
type Mount struct {
	Table *Table
	Route *Route
}

// A Concern is one that the routes define.
type Concern struct {
	Name string // as Ruby writes it, `:commentable`
	Pos  grammar.Pos
}

// A Variable is one of the environment that the table depends on.
type Variable struct {
	Name string // empty for all of them, as ENV.select asks for
	// Places are where the routes, or the files that were read for them, ask for it,
	// in the order of the files.
	Places []grammar.Pos
}

// Expr returns the source of the variable; empty for all of them, which no setting gives.
func (v Variable) Expr() string {
	if v.Name == "" {
		return ""
	}
	return VariableText(v.Name)
}

// Summary returns what is said of the variable where it is treated as unset.
func (v Variable) Summary() string {
	if v.Name == "" {
		return "ENV holds only the variables that you set"
	}
	return v.Expr() + " is treated as unset"
}

// Named returns the route that helpers of that name lead to: for
// `resources :posts`, Named("edit_post") is the row of GET /posts/:id/edit. Nil
// if there is none. Rails: RouteSet#named_routes.
func (t *Table) Named(name string) *Route { return t.Names[name] }

// Source returns the text of a file that was read, by its name in a position.
func (t *Table) Source(name string) (string, bool) {
	f := t.Files[name]
	if f == nil {
		return "", false
	}
	return f.Source, true
}

// Reqs is the endpoint of a route with its requirements: the last column of
// `rails routes`, `posts#show {id: /\d+/}`. Rails: RouteWrapper#reqs.
func (t *Table) Reqs(r *Route) string {
	end := r.EndpointText()
	if r.Requirements.Len() == 0 && r.PlainDefaults() {
		return end
	}
	all := r.AllRequirements()
	all.Delete(controllerOption)
	all.Delete(actionOption)
	if all.Len() == 0 {
		return end
	}
	shown, err := t.Inspect(all)
	if err != nil {
		return end
	}
	return end + " " + shown
}

// shownPath is the path of a route on one line, the unknown values in it brief.
func (t *Table) shownPath(r *Route) string {
	text := r.Path.String()
	if !HoldsUnknown(text) || text == dsl.Brief(text) {
		return text
	}
	var long []string
	for asked := range t.Unknown.Asked {
		if dsl.Brief(asked) != asked && strings.Contains(text, uri.EscapeUnsafe(asked)) {
			long = append(long, asked)
		}
	}
	slices.SortFunc(long, func(a, b string) int { return cmp.Or(len(b)-len(a), strings.Compare(a, b)) })
	for _, asked := range long {
		text = strings.ReplaceAll(text, uri.EscapeUnsafe(asked), uri.EscapeUnsafe(dsl.Brief(asked)))
	}
	if strings.ContainsAny(text, "\n\r\t") {
		text = strings.Join(strings.Fields(text), " ")
	}
	return text
}

// Inspect returns a value as Ruby shows it; only of an object code of the application is run for it.
func (t *Table) Inspect(v dsl.Value) (string, error) {
	if text, ok, err := t.Interp.InspectLiteral(v); ok {
		return text, err
	}
	return t.Interp.NewThread().InspectBrief(v)
}

// PlainDefaults reports whether the defaults are controller and action only.
func (r *Route) PlainDefaults() bool {
	for i := range r.Defaults.Len() {
		if key, _ := r.Defaults.At(i); key != controllerOption && key != actionOption {
			return false
		}
	}
	return true
}

// EndpointText is what answers as the table shows it: `posts#show`, `Sidekiq::Web`.
func (r *Route) EndpointText() string {
	if r.Endpoint.IsAction() {
		return r.Controller() + "#" + r.Action()
	}
	return r.Endpoint.Text
}

// Regexp is the pattern that a request's path must match. Rails:
// Path::Pattern#to_regexp.
func (r *Route) Regexp() *dsl.Regexp {
	var b strings.Builder
	r.writeRegexp(&b, r.Path.Tree())
	src := b.String()
	switch {
	case r.Anchored:
		src = `\A` + src + `\Z`
	case src == "/":
		src = `\A/`
	default:
		src = `\A` + src + `(?:\b|\Z|/)`
	}
	return dsl.NewRegexp(src, 0)
}

// PatternOf returns the source of what a part of the route's path matches.
func (r *Route) PatternOf(n *Node) string {
	var b strings.Builder
	r.writeRegexp(&b, n)
	return b.String()
}

func (r *Route) writeRegexp(b *strings.Builder, n *Node) {
	switch n.Kind {
	case Segment:
		if v, ok := r.Requirements.Sym(n.Name()); ok {
			b.WriteString("(" + UnionRegexp(v) + ")")
		} else {
			b.WriteString(`([^/.?]+)`)
		}
	case Glob:
		if v, ok := r.Requirements.Sym(n.Name()); ok {
			b.WriteString("(" + UnionRegexp(v) + ")")
		} else {
			b.WriteString("(.+)")
		}
	case Group:
		b.WriteString("(?:")
		r.writeRegexp(b, n.Children[0])
		b.WriteString(")?")
	case Or:
		b.WriteString("(?:")
		for i, c := range n.Children {
			if i > 0 {
				b.WriteByte('|')
			}
			r.writeRegexp(b, c)
		}
		b.WriteByte(')')
	case Seq:
		for _, c := range n.Children {
			r.writeRegexp(b, c)
		}
	case Slash:
		b.WriteByte('/')
	default:
		b.WriteString(escapeRegexp(n.Text))
	}
}

// UnionRegexp returns Regexp.union(v) as a part of a pattern.
func UnionRegexp(v dsl.Value) string {
	switch v := v.(type) {
	case *dsl.Regexp:
		return v.ToS()
	case *dsl.String:
		return escapeRegexp(v.String())
	case dsl.Symbol:
		return escapeRegexp(string(v))
	case *dsl.Array:
		parts := make([]string, len(v.Elems))
		for i, e := range v.Elems {
			parts[i] = UnionRegexp(e)
		}
		return strings.Join(parts, "|")
	}
	return "(?!)"
}

// escapeRegexp is Regexp.escape.
func escapeRegexp(s string) string {
	const special = `[]{}()|-*.\?+^$#`
	if !strings.ContainsAny(s, special+" \t\n\r\f\v") {
		return s
	}
	var b strings.Builder
	for i := range len(s) {
		switch c := s[i]; {
		case strings.IndexByte(special, c) >= 0 || c == ' ':
			b.WriteByte('\\')
			b.WriteByte(c)
		case c >= '\t' && c <= '\r':
			b.WriteByte('\\')
			b.WriteByte("tnvfr"[c-'\t'])
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// IsRoutesFile reports whether a file of an application is one of those that make up the
// routes, so that its classes are known in full: config/routes/admin.rb, or one on its own.
func IsRoutesFile(name string) bool {
	return !strings.HasSuffix(name, ".rb") && !strings.HasSuffix(name, ".yml") || strings.HasPrefix(name, "config/routes") || strings.HasPrefix(name, "(eval") || !strings.Contains(name, "/") ||
		strings.HasPrefix(path.Base(name), "routes")
}

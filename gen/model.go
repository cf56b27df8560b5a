package gen

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"signalbox/dsl"
	"signalbox/expand/route"
	"signalbox/internal/regex"
)

// A helper is what both languages need to know of one named route.
type helper struct {
	name     string // edit_post
	route    *route.Route
	required []*part
	optional []*part // without the format
	format   use
	// formatDefault is the route's own format, which no path shows; noSlash
	// tells that there always is a format, so that no slash ends the path.
	formatDefault string
	noSlash       bool
	// fixed are the default_url_options that no part takes: they are in every
	// query.
	fixed []pair

	ident    string // of the function
	urlIdent string // of that for the URL
	// subdomain is that of the URL, from constraints(subdomain: "api"); noURL is an option
	// for which there is no function for the URL.
	subdomain, noURL string
	options          string // the type of its options, in Go
}

// A part is a dynamic part of the path.
type part struct {
	name string
	glob bool
	// value is what an optional part is when it is not given.
	value string
	// def is the route's default, which leaves the path at its end.
	def string
	// test is what a required part must match, empty without.
	test string
	// told is a requirement that is not tested, as Ruby writes it.
	told string

	ident string // in the language that is written
	field string // of the options, for optional parts
}

type pair struct{ key, value string }

// A use tells what becomes of a format.
type use uint8

const (
	inQuery      use = iota // ?format=json
	inPath                  // /posts.json
	unusedFormat            // the route has a format of its own
)

// model reads the helpers of a table in the order of the routes.
func model(t *route.Table) (helpers []*helper, notes []string) {
	for _, r := range t.Routes {
		if r.Name == "" || r.Internal || t.Named(r.Name) != r {
			continue
		}
		if why := refused(t, r); why != "" {
			notes = append(notes, r.Name+": left out, "+why)
			continue
		}
		if len(r.Conditions) > 0 {
			notes = append(notes, r.Name+": its route ("+r.Declared().String()+") is there only if "+dsl.Brief(conditionText(r)))
		}
		h := newHelper(t, r)
		if h.noURL != "" {
			notes = append(notes, r.Name+": its URL is left out, the options of the route hold "+h.noURL)
		}
		for _, p := range h.required {
			if p.told != "" {
				notes = append(notes, r.Name+": "+p.name+" is not tested against "+p.told)
			}
		}
		helpers = append(helpers, h)
	}
	for _, d := range t.Directs {
		notes = append(notes, d.Name+": left out, a block of the routes file makes it")
	}
	for _, u := range t.UnknownURLOptions {
		notes = append(notes, u.Pos.String()+": unknown default_url_options "+u.Text()+", assumed to name a host; set the hash")
	}
	return helpers, notes
}

// conditionText is what a route's existence depends on.
func conditionText(r *route.Route) string {
	texts := make([]string, len(r.Conditions))
	for i, on := range r.Conditions {
		texts[i] = on.Text
	}
	return strings.Join(texts, " && ")
}

// reserved are defaults that change more than the path.
var reserved = []string{
	"trailing_slash", "anchor", "params", "script_name", "original_script_name", "path_params", "only_path", "use_route", "_recall",
}

// refused tells why a route has no helper; empty if it has one.
func refused(t *route.Table, r *route.Route) string {
	for _, d := range t.Directs {
		if d.Name == r.Name {
			return "direct defines it too"
		}
	}
	if values := r.HelperPlaceholders(); len(values) > 0 {
		return "its path " + dsl.Brief(r.Path.String()) + " (" + r.Declared().String() + ") holds the unknown value " + dsl.Brief(strings.Join(values, ", "))
	}
	for _, p := range r.Path.Params() {
		if v, _ := r.Defaults.Sym(p.Name); dsl.IsUnknown(v) {
			return "the default of its " + p.Name + " (" + r.Declared().String() + ") is unknown: " + dsl.Brief(dsl.UnknownIn(v).Text())
		}
	}
	for _, key := range reserved {
		if _, ok := r.Defaults.Sym(key); ok {
			return "its defaults hold " + key
		}
	}
	for _, key := range append(slices.Clone(reserved), "format", "user", "password") {
		if _, ok := t.DefaultURLOptions.Sym(key); ok {
			return "default_url_options hold " + key
		}
	}
	if why := unknownOption(t.DefaultURLOptions); why != "" {
		return why
	}
	seen := map[string]bool{}
	for _, p := range r.Path.Params() {
		if seen[p.Name] {
			return "its path holds " + p.Name + " twice"
		}
		if seen[p.Name] = true; p.Name == "" {
			return "a part of its path has no name"
		}
	}
	if !plainTree(r.Path.Tree()) {
		return "its path holds alternatives"
	}
	return ""
}

// unknownOption tells an option that every path has and of which only the application knows
// the value; empty without.
func unknownOption(options *dsl.Hash) string {
	for i := range options.Len() {
		key, v := options.At(i)
		name, ok := key.(dsl.Symbol)
		if !ok {
			return "default_url_options have a key that is no symbol"
		}
		if u := dsl.UnknownIn(v); u != nil && !slices.Contains(urlOptions, string(name)) {
			return "unknown value " + u.Text() + " in default_url_options"
		}
	}
	return ""
}

func plainTree(n *route.Node) bool {
	return n.Kind != route.Or && !slices.ContainsFunc(n.Children, func(c *route.Node) bool { return !plainTree(c) })
}

func newHelper(t *route.Table, r *route.Route) *helper {
	h := &helper{name: r.Name, route: r}
	required := r.RequiredParts()
	for _, q := range r.Path.Params() {
		p := &part{name: q.Name, glob: q.Glob || q.Name == "controller"}
		p.def, _ = text(r.Defaults.Hash, q.Name)
		if p.value = p.def; p.value == "" {
			p.value, _ = text(t.DefaultURLOptions, q.Name)
		}
		switch {
		case slices.Contains(required, q.Name):
			p.requirement(r)
			h.required = append(h.required, p)
		case q.Name != "format":
			h.optional = append(h.optional, p)
		}
	}
	_, set := r.Defaults.Sym("format")
	h.formatDefault, _ = text(r.Defaults.Hash, "format")
	h.noSlash = h.formatDefault != "" || slices.Contains(required, "format")
	switch {
	case r.Path.Has("format"):
		h.format = inPath
	case set:
		h.format = unusedFormat
	}
	for i := range t.DefaultURLOptions.Len() {
		key, _ := t.DefaultURLOptions.At(i)
		name, ok := key.(dsl.Symbol)
		if _, given := r.Defaults.Get(key); !ok || given || r.Path.Has(string(name)) || slices.Contains(urlOptions, string(name)) {
			continue
		}
		if v, ok := text(t.DefaultURLOptions, string(name)); ok {
			h.fixed = append(h.fixed, pair{string(name), v})
		}
	}
	h.origin(t)
	return h
}

// origin reads what the options of the route say of its URL's host. What the base says they
// say for all routes; what only one says besides a subdomain, no base has.
func (h *helper) origin(t *route.Table) {
	for _, name := range urlOptions {
		own, isOwn := h.route.Defaults.Sym(name)
		_, ofAll := t.DefaultURLOptions.Sym(name)
		shared, isText := text(t.DefaultURLOptions, name)
		if isOwn {
			shared, isText = text(h.route.Defaults.Hash, name)
		}
		switch {
		case !isOwn && (!ofAll || slices.Contains([]string{"host", "protocol", "port"}, name)):
		case name == "subdomain" && isText && !dsl.IsUnknown(own):
			h.subdomain = shared
		default:
			h.noURL = name
		}
	}
}

// sayURL reports whether there is a function for the URL.
func (h *helper) sayURL() bool { return h.noURL == "" }

// subdomainArg is a further argument of the function that joins base and path.
func (h *helper) subdomainArg() string {
	if h.subdomain == "" {
		return ""
	}
	return ", " + strconv.Quote(h.subdomain)
}

// urlOptions are for URLs only.
var urlOptions = []string{"host", "protocol", "port", "subdomain", "domain", "tld_length"}

// text gives a default as text.
func text(h *dsl.Hash, name string) (string, bool) {
	switch v, _ := h.Sym(name); v := v.(type) {
	case *dsl.String:
		return v.String(), true
	case dsl.Symbol:
		return string(v), true
	case dsl.Int:
		return strconv.FormatInt(int64(v), 10), true
	case dsl.Bool:
		return strconv.FormatBool(bool(v)), true
	}
	return "", false
}

// requirement reads what a required part must match.
func (p *part) requirement(r *route.Route) {
	v, ok := r.Requirements.Sym(p.name)
	if !ok {
		return
	}
	re, ok := v.(*dsl.Regexp)
	switch {
	case !ok:
		p.told = "its requirement"
	case p.glob && re.Source == ".+?" && re.Options == dsl.MultiLine:
	default:
		if p.test, ok = portable(re); !ok {
			p.told = re.Inspect()
		}
	}
}

// portable is a requirement in the syntax of JavaScript's flag u, which is that of Go but for
// the escapes of characters; ok is false where these have none.
func portable(re *dsl.Regexp) (pattern string, ok bool) {
	pattern, ok = regex.ECMAScript(re.Source, re.Options)
	if _, err := regexp.Compile(inGo(pattern)); err != nil {
		return "", false
	}
	return strings.TrimSuffix(strings.TrimPrefix(pattern, "^"), "$"), ok
}

// inGo writes the escapes of characters as Go has them.
func inGo(pattern string) string {
	return strings.NewReplacer(`\\`, `\\`, `\u{`, `\x{`).Replace(pattern)
}

// A trim takes an optional part that is its own default off the path, unless
// one of the conditions holds.
type trim struct {
	part   *part
	unless []present
}

// A present tells that a part is given, or that it equals its default; nil is
// the format.
type present struct {
	part   *part
	equals string
}

// trims lists what leaves the end of the path, from the right. Rails:
// Journey::Formatter#generate.
func (h *helper) trims() (list []trim) {
	var stops []present
	if h.usesFormat() && h.formatDefault == "" {
		stops = append(stops, present{})
	}
	for _, q := range slices.Backward(h.route.Path.Params()) {
		p := h.part(q.Name)
		switch {
		case p == nil: // the format
		case slices.Contains(h.required, p) && p.def == "":
			return list
		case slices.Contains(h.required, p):
			stops = append(stops, present{p, p.def})
		case p.def == "":
			stops = append(stops, present{part: p})
		default:
			list = append(list, trim{p, slices.Clone(stops)})
		}
	}
	return list
}

// part finds a part by its name; nil for the format.
func (h *helper) part(name string) *part {
	for _, list := range [][]*part{h.required, h.optional} {
		for _, p := range list {
			if p.name == name {
				return p
			}
		}
	}
	return nil
}

// direct lists the parts in a group that are in no further one.
func direct(n *route.Node) (names []string) {
	switch n.Kind {
	case route.Segment, route.Glob:
		return []string{n.Name()}
	case route.Seq:
		for _, c := range n.Children {
			names = append(names, direct(c)...)
		}
	}
	return names
}

// ---- names

// words splits a Ruby name: edit_post is edit and post.
func words(name string) []string {
	return strings.FieldsFunc(name, func(r rune) bool { return r == '_' })
}

// doc is the first line about a helper.
func (h *helper) doc() string {
	verb := h.route.Verb()
	if verb == "" {
		verb = "ANY"
	}
	line := verb + " " + h.route.Path.String()
	if end := h.route.Controller() + "#" + h.route.Action(); end != "#" {
		line += ", " + end
	}
	return line
}

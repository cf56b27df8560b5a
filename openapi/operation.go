package openapi

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"signalbox/dsl"
	"signalbox/expand/route"
)

// verbs are those that OpenAPI has (OpenAPI 3.1, Path Item Object).
var verbs = []string{"GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE"}

// allVerbs are the operations of a route that takes any verb: those that Rails has a word for.
// Rails: Mapper::HttpHelpers.
var allVerbs = []string{"GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}

// An Operation is a route on one of its verbs and paths (OpenAPI 3.1, Operation Object).
type Operation struct {
	Route *route.Route `json:"-"`
	Verb  string       `json:"-"`
	// ID is made of the verb and the path only, get_posts_id, so that it stays as it is
	// whatever is added to the routes.
	ID         string              `json:"operationId,omitempty"`
	Summary    string              `json:"summary"`        // what answers, "posts#show"
	Tags       []string            `json:"tags,omitempty"` // the controller
	Parameters []*Parameter        `json:"parameters,omitempty"`
	Responses  map[string]Response `json:"responses"`

	Path     string        `json:"x-rails-path"` // as the table shows it, "/posts/:id(.:format)"
	Name     string        `json:"x-rails-name,omitempty"`
	Source   string        `json:"x-rails-source,omitempty"`
	Guards   []route.Guard `json:"x-rails-guard,omitempty"`    // what a request must pass besides
	If       []string      `json:"x-rails-if,omitempty"`       // the conditions that only the application can decide
	Unknown  []string      `json:"x-rails-unknown,omitempty"`  // the unknown expressions in path, name or endpoint
	Defaults string        `json:"x-rails-defaults,omitempty"` // parameters that the path does not set, as Ruby has them
	Via      string        `json:"x-rails-via,omitempty"`      // "all" of a route that takes any verb
	// Open is set for a path that goes on as it likes, of a route with anchor: false.
	Open bool `json:"x-rails-open,omitempty"`
	// Alternatives are later routes of the same verb and path, which requests reach that do
	// not pass the guards or requirements of the earlier ones.
	Alternatives []*Operation `json:"x-rails-alternatives,omitempty"`
}

// A Response is what is known of an answer: where a redirect leads, which endpoint answers.
type Response struct {
	Description string `json:"description"`
}

func newOperation(r *route.Route, verb string, p template, guards []route.Guard) *Operation {
	o := &Operation{
		Route: r, Verb: verb, Summary: r.EndpointText(), Responses: map[string]Response{answer(r): {Description: r.EndpointText()}},
		Path: r.Path.String(), Name: r.Name, Source: r.Source(), Guards: guards, Unknown: r.Placeholders(), Defaults: defaults(r), Open: !r.Anchored,
	}
	if c := r.Controller(); c != "" && r.Endpoint.IsAction() {
		o.Tags = []string{c}
	}
	if len(r.Verbs) == 0 {
		o.Via = "all"
	}
	for _, c := range r.Conditions {
		o.If = append(o.If, c.Text)
	}
	for _, piece := range p {
		if piece.param != nil {
			o.Parameters = append(o.Parameters, piece.param)
		}
	}
	return o
}

// answer is the status of a route's answer; "default" for any.
func answer(r *route.Route) string {
	if r.Endpoint.Redirect != nil {
		if code := r.Endpoint.Redirect.Code(); code >= 100 && code < 600 {
			return strconv.Itoa(code)
		}
	}
	return "default"
}

func defaults(r *route.Route) string {
	if r.PlainDefaults() {
		return ""
	}
	further := r.Defaults.Clone()
	for _, name := range []string{"controller", "action"} {
		further.Delete(dsl.Symbol(name))
	}
	if further.Len() == 0 {
		return ""
	}
	return route.Values{Hash: further}.String()
}

// identify gives the operations their ids. Two that have the same, /a-b and /a_b, are numbered.
func (d *Document) identify() {
	ids := map[string]bool{}
	for _, item := range d.Paths {
		for _, o := range item.Operations {
			o.ID = unique(identifier(o.Verb, item.Path), func(id string) bool { return ids[id] })
			ids[o.ID] = true
		}
	}
}

// identifier is get_posts_id for GET /posts/{id}, get_root for GET /.
func identifier(verb, path string) string {
	words := strings.FieldsFunc(path, func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) })
	if len(words) == 0 {
		words = []string{"root"}
	}
	return strings.Join(slices.Insert(words, 0, strings.ToLower(verb)), "_")
}

package rack

import (
	"net/http"
	"strconv"
	"strings"

	"signalbox/dsl"
	"signalbox/expand/route"
	"signalbox/internal/uri"
)

// An Answer is a response that the table itself gives: a redirect, or what an
// inline endpoint returns.
type Answer struct {
	Status int
	Header http.Header
	body   string
	Pass   bool // X-Cascade: pass
}

// Redirect makes the response of a redirect. Rails: Redirect#build_response.
func (q *Request) Redirect(r *route.Redirect) (*Answer, error) {
	q.asked = "" // Rails makes a new request of the environment
	status, err := q.StatusCode(r.Status)
	if err != nil {
		return nil, err
	}
	target, err := q.target(r)
	if err != nil {
		return nil, err
	}
	u, err := parseLocation(target)
	if err != nil {
		return nil, err
	}
	if err := q.complete(u); err != nil {
		return nil, err
	}
	return &Answer{Status: status, Header: http.Header{
		"Location":       {u.String()},
		"Content-Type":   {"text/html; charset=utf-8"},
		"Content-Length": {"0"},
	}}, nil
}

// StatusCode is Rack::Utils.status_code for the values that routes files give.
func (q *Request) StatusCode(v dsl.Value) (int, error) {
	if y, ok := v.(dsl.Symbol); ok {
		for code := 300; code < 400; code++ {
			if strings.ReplaceAll(strings.ToLower(http.StatusText(code)), " ", "_") == string(y) {
				return code, nil
			}
		}
		return 0, dsl.Raise("ArgumentError", "Unrecognized status code :%s", string(y))
	}
	text, err := q.Run().ToS(v)
	if err != nil {
		return 0, err
	}
	n, err := strconv.Atoi(strings.TrimSpace(text))
	if err != nil || n < 100 || n > 999 {
		return 0, dsl.Raise("ArgumentError", "invalid status %s", text)
	}
	return n, nil
}

// complete fills in what a location leaves open.
func (q *Request) complete(u *location) error {
	if !u.hasHost {
		if !u.hasPath {
			return dsl.Raise("NoMethodError", "undefined method 'empty?' for nil")
		}
		switch {
		case u.path == "":
			if u.path = q.Script; u.path == "" {
				u.path = "/"
			}
		case u.path[0] != '/':
			u.path = q.Script + "/" + u.path
		}
		if !uri.IsAbsolutePath(u.path) && !uri.IsRelativePath(u.path) {
			return dsl.Raise("URI::InvalidComponentError", "bad component(expected path component): %s", u.path)
		}
	}
	if u.scheme == "" {
		u.scheme = q.scheme()
	}
	if u.port < 0 {
		u.port = u.standard
	}
	if u.hasHost && u.port >= 0 {
		return nil
	}
	a, err := q.Authority()
	if err != nil {
		return err
	}
	if !u.hasHost {
		u.host, u.hasHost = a.Host(), true
		if !uri.IsHost(u.host) {
			return dsl.Raise("URI::InvalidComponentError", "bad component(expected host component): %s", u.host)
		}
	}
	if p := a.port(q.standardPort()); u.port < 0 && p != q.standardPort() && u.scheme != "file" {
		u.port = p
	}
	return nil
}

// target is the location as the redirect's form tells it.
func (q *Request) target(r *route.Redirect) (string, error) {
	switch {
	case r.Path != nil:
		if u := dsl.UnknownIn(r.Path); u != nil && !q.Settings.Guess {
			return "", unknownRedirect(u)
		}
		return q.pathTarget(r.Path.String())
	case r.Options != nil:
		if u := dsl.UnknownIn(r.Options); u != nil && !q.Settings.Guess {
			return "", unknownRedirect(u)
		}
		return q.optionTarget(r.Options)
	}
	if u, ok := r.Block.(*dsl.Unknown); ok {
		return "", unknownRedirect(u)
	}
	t := q.Run()
	v, err := t.Call(r.Block, "call", q.PathParams(), q.Ruby())
	if err != nil {
		return "", err
	}
	if u := dsl.UnknownIn(v); u != nil {
		return "", unknownRedirect(u)
	}
	if in := q.World.Interp; in.RespondTo(v, "to_str") { // a URI, say
		if v, err = t.Call(v, "to_str"); err != nil {
			return "", err
		}
	}
	if s, ok := v.(*dsl.String); ok {
		return s.String(), nil
	}
	shown, err := t.Inspect(v)
	if err != nil {
		return "", err
	}
	return "", dsl.Raise("URI::InvalidURIError", "bad URI (is not URI?): %s", shown)
}

func unknownRedirect(u *dsl.Unknown) error {
	return &UnknownError{u, "the redirect " + u.Text()}
}

// pathTarget fills the parameters into the three parts of a path, each escaped
// in its own way. Rails: PathRedirect#path.
func (q *Request) pathTarget(text string) (string, error) {
	path, query, fragment, ok := urlParts(text)
	if !ok {
		return q.interpolate(text, escapeForm)
	}
	var out strings.Builder
	for _, part := range []struct {
		text   string
		escape func(string) string
	}{{path, escapePath}, {query, escapeForm}, {fragment, escapeFragment}} {
		s, err := q.interpolate(part.text, part.escape)
		if err != nil {
			return "", err
		}
		out.WriteString(s)
	}
	return out.String(), nil
}

// urlParts is PathRedirect::URL_PARTS: /\A([^?]+)?(\?[^#]+)?(#.+)?\z/. The
// first part takes a # along.
func urlParts(s string) (path, query, fragment string, ok bool) {
	i := strings.IndexByte(s, '?')
	if i < 0 {
		return s, "", "", true
	}
	path, query = s[:i], s[i:]
	if j := strings.IndexByte(query, '#'); j >= 0 {
		query, fragment = query[:j], query[j:]
	}
	if query == "?" || fragment == "#" || strings.Contains(fragment, "\n") {
		return "", "", "", false
	}
	return path, query, fragment, true
}

// interpolate is text % params, if both are there.
func (q *Request) interpolate(text string, escape func(string) string) (string, error) {
	params := q.PathParams()
	if params.Len() == 0 || !asksForParams(text) {
		return text, nil
	}
	t := q.Run()
	escaped := dsl.NewHash(params.Len())
	for i := range params.Len() {
		k, v := params.At(i)
		if u := dsl.UnknownIn(v); u != nil {
			if strings.Contains(text, "%{"+TextOf(k)+"}") {
				return "", unknownRedirect(u)
			}
			continue
		}
		s, err := t.ToS(v)
		if err != nil {
			return "", err
		}
		escaped.Set(k, dsl.NewString(escape(s)))
	}
	v, err := t.Call(dsl.NewString(text), "%", escaped)
	if err != nil {
		return "", err
	}
	return t.ToS(v)
}

// asksForParams is /%\{\w*\}/.
func asksForParams(s string) bool {
	for {
		i := strings.Index(s, "%{")
		if i < 0 {
			return false
		}
		s = s[i+2:]
		j := 0
		for j < len(s) && uri.WordByte(s[j]) {
			j++
		}
		if j < len(s) && s[j] == '}' {
			return true
		}
	}
}

// optionTarget changes parts of the request's URL. Rails: OptionRedirect#path.
func (q *Request) optionTarget(options *dsl.Hash) (string, error) {
	query, err := q.queryParams()
	if err != nil {
		return "", err
	}
	a, err := q.Authority()
	if err != nil {
		return "", err
	}
	o := dsl.NewHash(8)
	set := func(name string, v dsl.Value) { o.Set(dsl.Symbol(name), v) }
	set("protocol", str(q.protocol()))
	set("host", str(a.Host()))
	set("port", optionalPort(q, a))
	set("path", str(q.Script+q.Path))
	set("params", query.Clone())
	for i := range options.Len() {
		o.Set(options.At(i))
	}
	path, _ := o.Sym("path")
	text, ok := path.(*dsl.String)
	if !ok {
		return "", dsl.Raise("NoMethodError", "undefined method 'match' for the path of a redirect")
	}
	filled, err := q.interpolate(text.String(), escapePath)
	if err != nil {
		return "", err
	}
	if !given(options, "host") && !given(options, "domain") {
		switch {
		case filled == "":
			if q.Script == "" {
				filled = "/"
			}
			set("script_name", str(q.Script))
		case filled[0] != '/':
			filled = "/" + filled
			set("script_name", str(q.Script))
		}
	}
	set("path", str(filled))
	return urlFor(q.Run(), o)
}

func given(options *dsl.Hash, name string) bool {
	v, ok := options.Sym(name)
	return ok && dsl.Truthy(v)
}

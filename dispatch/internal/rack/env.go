package rack

import (
	"slices"
	"strconv"
	"strings"

	"signalbox/dsl"
	"signalbox/internal/uri"
)

// Environment is the Rack environment: what `request.env`, headers and inline
// endpoints see.
func (q *Request) Environment() *dsl.Hash {
	if q.env != nil {
		return q.env
	}
	env := dsl.NewHash(24)
	set := func(name, value string) { env.Set(dsl.NewString(name), dsl.NewString(value)) }
	set("REQUEST_METHOD", q.Verb)
	set("SCRIPT_NAME", q.Script)
	set("PATH_INFO", q.Path)
	set("QUERY_STRING", q.HTTP.URL.RawQuery)
	set("SERVER_NAME", serverName(q))
	set("SERVER_PORT", strconv.Itoa(serverPort(q)))
	set("SERVER_PROTOCOL", q.HTTP.Proto)
	set("REMOTE_ADDR", q.remoteAddr())
	set("HTTP_HOST", q.HTTP.Host)
	if verb := replacedVerb(q.HTTP); verb != "" {
		set("rack.methodoverride.original_method", verb)
	}
	scheme := "http"
	if q.HTTP.TLS != nil {
		scheme = "https"
		set("HTTPS", "on")
	}
	set("rack.url_scheme", scheme)
	if q.HTTP.ContentLength > 0 {
		set("CONTENT_LENGTH", strconv.FormatInt(q.HTTP.ContentLength, 10))
	}
	names := make([]string, 0, len(q.HTTP.Header))
	for name := range q.HTTP.Header {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		key := headerVariable(name)
		if _, taken := env.Get(dsl.NewString(key)); !taken || key != "HTTP_HOST" && !strings.Contains(name, "_") {
			set(key, q.header(name))
		}
	}
	env.Set(dsl.NewString("action_dispatch.request.path_parameters"), q.PathParams())
	env.Set(dsl.NewString("action_dispatch.remote_ip"), q.World.Interp.NewObject(q.World.getIP, getIP{q}))
	env.Set(dsl.NewString(requestKey), q.Ruby())
	q.env = env
	return env
}

// Routed forgets what depends on the route.
func (q *Request) Routed() { q.env, q.merged = nil, nil }

// cgiVariables are the names that Rails does not prefix with HTTP_. Rails:
// Http::Headers::CGI_VARIABLES.
var cgiVariables = map[string]bool{
	"AUTH_TYPE": true, "CONTENT_LENGTH": true, "CONTENT_TYPE": true, "GATEWAY_INTERFACE": true, "HTTPS": true,
	"PATH_INFO": true, "PATH_TRANSLATED": true, "QUERY_STRING": true, "REMOTE_ADDR": true, "REMOTE_HOST": true,
	"REMOTE_IDENT": true, "REMOTE_USER": true, "REQUEST_METHOD": true, "SCRIPT_NAME": true, "SERVER_NAME": true,
	"SERVER_PORT": true, "SERVER_PROTOCOL": true, "SERVER_SOFTWARE": true,
}

// cgiName is a header's name in the environment: `X-Api` is HTTP_X_API. Names
// that are no header's, such as HTTP_X_API itself or rack.input, stay. Rails:
// Http::Headers#env_name.
func cgiName(name string) string {
	for i := range len(name) {
		if c := name[i]; c != '-' && (!uri.WordByte(c) || c == '_') {
			return name
		}
	}
	name = strings.ReplaceAll(strings.ToUpper(name), "-", "_")
	if cgiVariables[name] {
		return name
	}
	return "HTTP_" + name
}

// headerVariable is the name under which a server puts a header that a client sends: no
// header takes the place of what the server says itself.
func headerVariable(name string) string {
	name = strings.ReplaceAll(strings.ToUpper(name), "-", "_")
	if name == "CONTENT_TYPE" || name == "CONTENT_LENGTH" {
		return name
	}
	return "HTTP_" + strings.TrimPrefix(name, "HTTP_")
}

func envWord(q *Request, c *dsl.Call) (dsl.Value, error) {
	v, err := q.envValue(c, false)
	if v == nil {
		return dsl.Nil, err
	}
	return v, err
}

func hasEnvWord(q *Request, c *dsl.Call) (dsl.Value, error) {
	v, err := q.envValue(c, false)
	return dsl.Bool(v != nil), err
}

func fetchEnvWord(q *Request, c *dsl.Call) (dsl.Value, error) { return q.fetch(c, false) }

// envValue looks the first argument up; header tells that it is a header's name.
func (q *Request) envValue(c *dsl.Call, header bool) (dsl.Value, error) {
	if len(c.Args) == 0 {
		return nil, c.Errorf("ArgumentError", "wrong number of arguments (given 0, expected 1)")
	}
	name := c.ToS(c.Args[0])
	if header {
		name = cgiName(name)
	}
	v, _ := q.Environment().Get(dsl.NewString(name))
	return v, nil
}

func (q *Request) fetch(c *dsl.Call, header bool) (dsl.Value, error) {
	v, err := q.envValue(c, header)
	switch {
	case err != nil || v != nil:
		return v, err
	case len(c.Args) > 1:
		return c.Args[1], nil
	case c.Block != nil && header: // Rails yields nothing here
		return c.Yield(), nil
	case c.Block != nil:
		return c.Yield(c.Args[0]), nil
	}
	name := c.ToS(c.Args[0])
	return nil, c.Errorf("KeyError", "%s", name)
}

// ---- headers

// headers is `request.headers`. Rails: Http::Headers.
type headers struct{ q *Request }

func (w *World) headersOf(q *Request) dsl.Value {
	return w.Interp.NewObject(w.headers, headers{q})
}

func headersWord(name string) bool {
	switch name {
	case "[]", "fetch", "key?", "include?", "env", "to_h", "each", "map", "any?", "select", "find":
		return true
	}
	return false
}

// Call implements dsl.Receiver.
func (h headers) Call(c *dsl.Call) (dsl.Value, error) {
	switch c.Name {
	case "[]":
		v, err := h.q.envValue(c, true)
		if v == nil {
			v = dsl.Nil
		}
		return v, err
	case "fetch":
		return h.q.fetch(c, true)
	case "key?", "include?":
		v, err := h.q.envValue(c, true)
		return dsl.Bool(v != nil), err
	case "env", "to_h":
		return h.q.Environment().Clone(), nil
	}
	return c.SendBlock(h.q.Environment(), c.Name, c.Block, c.Args...), nil
}

// A getIP is `request.env["action_dispatch.remote_ip"]`, which finds the address when
// it is asked. Rails: RemoteIp::GetIp.
type getIP struct{ q *Request }

func getIPWord(name string) bool { return name == "to_s" || name == "calculate_ip" }

// Call implements dsl.Receiver.
func (g getIP) Call(*dsl.Call) (dsl.Value, error) {
	addr, err := g.q.RemoteIP()
	return str(addr), err
}

// ---- cookies

// maxCookies bounds the cookies that are read.
const maxCookies = 1000

// cookies is `request.cookies`; the first of equal names counts. Rack:
// Utils.parse_cookies_header.
func (q *Request) cookies() *dsl.Hash {
	if q.cookie != nil {
		return q.cookie
	}
	h := dsl.NewHash(4)
	for i, part := range strings.Split(q.header("Cookie"), ";") {
		if i > 0 {
			part = strings.TrimLeft(part, " ")
		}
		if part == "" || h.Len() >= maxCookies {
			continue
		}
		name, value, given := strings.Cut(part, "=")
		key := dsl.NewString(name)
		if _, ok := h.Get(key); ok {
			continue
		}
		var v dsl.Value = dsl.Nil
		if given {
			v = dsl.NewString(formUnescape(value))
		}
		h.Set(key, v)
	}
	q.cookie = h
	return h
}

// ---- session

// A Session is what Ruby code reads of a session.
type Session interface {
	// Get gives the value of a key; ok is false without one.
	Get(key string) (value any, ok bool)
}

// session is `request.session`.
type session struct {
	q *Request
	s Session
}

func (w *World) sessionOf(q *Request) dsl.Value {
	s := session{q: q}
	if q.Settings.Session != nil {
		s.s = q.Settings.Session(q.HTTP)
	}
	return w.Interp.NewObject(w.session, s)
}

func sessionWord(name string) bool {
	switch name {
	case "[]", "dig", "fetch", "key?", "has_key?", "include?", "enabled?", "loaded?", "exists?", "empty?":
		return true
	}
	return false
}

// Call implements dsl.Receiver.
func (s session) Call(c *dsl.Call) (dsl.Value, error) {
	switch c.Name {
	case "enabled?", "loaded?", "exists?":
		return dsl.Bool(s.s != nil), nil
	case "empty?":
		return dsl.Bool(s.s == nil), nil
	}
	if len(c.Args) == 0 {
		return nil, c.Errorf("ArgumentError", "wrong number of arguments (given 0, expected 1)")
	}
	key := c.ToS(c.Args[0])
	var v dsl.Value
	if s.s != nil {
		if found, ok := s.s.Get(key); ok {
			v = rubyValue(found, 0)
		}
	}
	switch c.Name {
	case "[]":
	case "dig":
		if v != nil && v != dsl.Nil && len(c.Args) > 1 {
			return c.Send(v, "dig", c.Args[1:]...), nil
		}
	case "fetch":
		if v == nil && len(c.Args) > 1 {
			return c.Args[1], nil
		}
		if v == nil && c.Block != nil {
			return c.Yield(c.Args[0]), nil
		}
		if v == nil {
			return nil, c.Errorf("KeyError", "key not found: %q", key)
		}
	default:
		return dsl.Bool(v != nil), nil
	}
	if v == nil {
		return dsl.Nil, nil
	}
	return v, nil
}

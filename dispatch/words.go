package dispatch

import (
	"strconv"
	"strings"
	"sync"

	"signalbox/dsl"
)

// What Ruby code may ask a request: the public methods of
// ActionDispatch::Request. A constraint that asks for something else raises a
// NoMethodError, as on Rails.

// A word answers a method without arguments.
type requestGetter func(*request) dsl.Value

// words are the methods that cannot fail. Rails: Request, Http::URL,
// Rack::Request::Helpers.
var words = map[string]requestGetter{
	"host_authority":        func(q *request) dsl.Value { return str(q.http.Host) },
	"forwarded_authority":   func(q *request) dsl.Value { return q.optional("X-Forwarded-Host") },
	"standard_port":         func(q *request) dsl.Value { return dsl.Int(q.standardPort()) },
	"server_port":           func(q *request) dsl.Value { return dsl.Int(serverPort(q)) },
	"server_name":           func(q *request) dsl.Value { return str(serverName(q)) },
	"server_authority":      func(q *request) dsl.Value { return str(serverName(q) + ":" + strconv.Itoa(serverPort(q))) },
	"server_protocol":       func(q *request) dsl.Value { return str(q.http.Proto) },
	"version":               func(q *request) dsl.Value { return str(q.http.Proto) },
	"protocol":              func(q *request) dsl.Value { return str(q.protocol()) },
	"scheme":                func(q *request) dsl.Value { return str(q.scheme()) },
	"ssl?":                  func(q *request) dsl.Value { return dsl.Bool(q.ssl()) },
	"path":                  func(q *request) dsl.Value { return str(q.script + q.path) },
	"path_info":             func(q *request) dsl.Value { return str(q.path) },
	"script_name":           func(q *request) dsl.Value { return str(q.script) },
	"original_script_name":  func(q *request) dsl.Value { return q.prefix() },
	"fullpath":              func(q *request) dsl.Value { return str(q.fullPath()) },
	"original_fullpath":     func(q *request) dsl.Value { return str(q.fullPath()) },
	"query_string":          func(q *request) dsl.Value { return str(q.http.URL.RawQuery) },
	"request_method":        func(q *request) dsl.Value { return str(q.verb) },
	"raw_request_method":    func(q *request) dsl.Value { return str(q.verb) },
	"method":                func(q *request) dsl.Value { return str(q.method()) },
	"request_method_symbol": func(q *request) dsl.Value { return verbSymbol(q.verb) },
	"method_symbol":         func(q *request) dsl.Value { return verbSymbol(q.method()) },
	"get?":                  isVerb("GET"),
	"post?":                 isVerb("POST"),
	"put?":                  isVerb("PUT"),
	"patch?":                isVerb("PATCH"),
	"delete?":               isVerb("DELETE"),
	"head?":                 isVerb("HEAD"),
	"options?":              isVerb("OPTIONS"),
	"trace?":                isVerb("TRACE"),
	"link?":                 isVerb("LINK"),
	"unlink?":               isVerb("UNLINK"),
	"xhr?":                  func(q *request) dsl.Value { return dsl.Bool(q.xhr()) },
	"xml_http_request?":     func(q *request) dsl.Value { return dsl.Bool(q.xhr()) },
	"remote_addr":           func(q *request) dsl.Value { return str(q.remoteAddr()) },
	"path_parameters":       func(q *request) dsl.Value { return q.pathParams() },
	"content_length":        func(q *request) dsl.Value { return dsl.Int(max(q.http.ContentLength, 0)) },
	"content_type":          func(q *request) dsl.Value { return q.optional("Content-Type") },
	"has_content_type?":     func(q *request) dsl.Value { return q.optional("Content-Type") },
	"request_id":            func(*request) dsl.Value { return dsl.Nil },
	"uuid":                  func(*request) dsl.Value { return dsl.Nil },
	"controller_instance":   func(*request) dsl.Value { return dsl.Nil },
	"logger":                func(*request) dsl.Value { return dsl.Nil },
	"tld_length":            func(*request) dsl.Value { return dsl.Int(1) },
	"multithread?":          func(*request) dsl.Value { return dsl.True },
	"nil?":                  func(*request) dsl.Value { return dsl.False },
}

// A hostWord answers a method that asks for the host, which may be malformed.
type hostWord func(*request, authority) dsl.Value

var hostWords = map[string]hostWord{
	"host":               func(_ *request, a authority) dsl.Value { return str(a.host()) },
	"hostname":           func(_ *request, a authority) dsl.Value { return str(strings.Trim(a.host(), "[]")) },
	"host_with_port":     func(q *request, a authority) dsl.Value { return str(a.host() + a.suffix(q.standardPort())) },
	"raw_host_with_port": func(_ *request, a authority) dsl.Value { return str(a.raw) },
	"authority":          func(_ *request, a authority) dsl.Value { return str(a.raw) },
	"port":               func(q *request, a authority) dsl.Value { return dsl.Int(a.port(q.standardPort())) },
	"standard_port?":     func(q *request, a authority) dsl.Value { return dsl.Bool(a.suffix(q.standardPort()) == "") },
	"port_string":        func(q *request, a authority) dsl.Value { return str(a.suffix(q.standardPort())) },
	"optional_port":      optionalPort,
	"base_url":           func(q *request, a authority) dsl.Value { return str(q.url(a)) },
	"url":                func(q *request, a authority) dsl.Value { return str(q.url(a) + q.fullPath()) },
	"original_url":       func(q *request, a authority) dsl.Value { return str(q.url(a) + q.fullPath()) },
	"domain":             func(_ *request, a authority) dsl.Value { return domainOf(a.host(), 1) },
	"subdomain":          func(_ *request, a authority) dsl.Value { return str(subdomain(a.host(), 1)) },
}

func init() {
	// Methods that give a header as it is. Rails: Request::ENV_METHODS.
	for method, header := range map[string]string{
		"accept": "Accept", "accept_charset": "Accept-Charset", "accept_encoding": "Accept-Encoding",
		"accept_language": "Accept-Language", "cache_control": "Cache-Control", "from": "From", "negotiate": "Negotiate",
		"pragma": "Pragma", "client_ip": "Client-Ip", "x_forwarded_for": "X-Forwarded-For", "origin": "Origin",
		"x_csrf_token": "X-Csrf-Token", "x_request_id": "X-Request-Id", "x_forwarded_host": "X-Forwarded-Host",
		"user_agent": "User-Agent", "referer": "Referer", "referrer": "Referer", "authorization": "Authorization",
		"if_none_match": "If-None-Match",
	} {
		words[method] = func(q *request) dsl.Value { return q.optional(header) }
	}
	for _, method := range []string{
		"auth_type", "gateway_interface", "path_translated", "remote_host", "remote_ident", "remote_user", "server_software",
	} {
		words[method] = func(*request) dsl.Value { return dsl.Nil }
	}
}

func str(s string) dsl.Value { return dsl.NewString(s) }

// optional is a header's value, nil without the header.
func (q *request) optional(header string) dsl.Value {
	if _, ok := q.http.Header[header]; !ok {
		return dsl.Nil
	}
	return str(q.header(header))
}

func isVerb(verb string) requestGetter {
	return func(q *request) dsl.Value { return dsl.Bool(q.verb == verb) }
}

func verbSymbol(verb string) dsl.Value {
	return dsl.Symbol(strings.ReplaceAll(strings.ToLower(verb), "-", "_"))
}

func optionalPort(q *request, a authority) dsl.Value {
	if p := a.port(q.standardPort()); p != q.standardPort() {
		return dsl.Int(p)
	}
	return dsl.Nil
}

func serverName(q *request) string {
	name, _, _ := strings.Cut(q.http.Host, ":")
	return name
}

func serverPort(q *request) int {
	if i, ok := portStart(q.http.Host); ok {
		if n, err := strconv.Atoi(q.http.Host[i+1:]); err == nil {
			return n
		}
	}
	if q.http.TLS != nil {
		return 443
	}
	return 80
}

func (q *request) prefix() dsl.Value {
	if q.core.prefix == "" {
		return dsl.Nil
	}
	return str(q.core.prefix)
}

// xhr is /XMLHttpRequest/i.match?. Rails: Request#xml_http_request?.
func (q *request) xhr() bool {
	return strings.Contains(strings.ToLower(q.header("X-Requested-With")), "xmlhttprequest")
}

// A phrase answers a method with arguments, or one that can fail.
type requestMethod func(*request, *dsl.Call) (dsl.Value, error)

var phrases map[string]requestMethod

func init() {
	phrases = map[string]requestMethod{
		"domain":                    tldWord(func(host string, tld int) dsl.Value { return domainOf(host, tld) }),
		"subdomain":                 tldWord(func(host string, tld int) dsl.Value { return str(subdomain(host, tld)) }),
		"subdomains":                tldWord(func(host string, tld int) dsl.Value { return stringArray(subdomains(host, tld)) }),
		"params":                    func(q *request, c *dsl.Call) (dsl.Value, error) { return q.allParams(c.Thread) },
		"parameters":                func(q *request, c *dsl.Call) (dsl.Value, error) { return q.allParams(c.Thread) },
		"query_parameters":          func(q *request, c *dsl.Call) (dsl.Value, error) { return q.queryValue(c.Thread) },
		"GET":                       func(q *request, c *dsl.Call) (dsl.Value, error) { return q.queryValue(c.Thread) },
		"request_parameters":        func(q *request, c *dsl.Call) (dsl.Value, error) { return q.formValue(c.Thread) },
		"POST":                      func(q *request, c *dsl.Call) (dsl.Value, error) { return q.formValue(c.Thread) },
		"[]":                        paramWord,
		"values_at":                 valuesWord,
		"headers":                   func(q *request, _ *dsl.Call) (dsl.Value, error) { return q.core.world.headersOf(q), nil },
		"env":                       func(q *request, _ *dsl.Call) (dsl.Value, error) { return q.environment(), nil },
		"get_header":                envWord,
		"has_header?":               hasEnvWord,
		"key?":                      hasEnvWord,
		"fetch_header":              fetchEnvWord,
		"cookies":                   func(q *request, _ *dsl.Call) (dsl.Value, error) { return q.cookies(), nil },
		"session":                   func(q *request, _ *dsl.Call) (dsl.Value, error) { return q.core.world.sessionOf(q), nil },
		"format":                    formatWord,
		"formats":                   formatsWord,
		"accepts":                   acceptsWord,
		"content_mime_type":         contentTypeWord,
		"media_type":                mediaTypeWord,
		"form_data?":                formDataWord,
		"body":                      bodyWord,
		"raw_post":                  bodyWord,
		"trusted_proxy?":            trustsWord,
		"ip":                        addressWord((*request).rackIP),
		"remote_ip":                 addressWord((*request).remoteIP),
		"local?":                    localWord,
		"forwarded_for":             forwardedForWord,
		"route_uri_pattern":         func(*request, *dsl.Call) (dsl.Value, error) { return dsl.Nil, nil },
		"inspect":                   inspectWord,
		"to_s":                      inspectWord,
		"session_options":           func(*request, *dsl.Call) (dsl.Value, error) { return dsl.NewHash(0), nil },
		"variant":                   func(*request, *dsl.Call) (dsl.Value, error) { return dsl.NewArray(), nil },
		"controller_class":          func(*request, *dsl.Call) (dsl.Value, error) { return dsl.Nil, nil },
		"if_modified_since":         func(q *request, _ *dsl.Call) (dsl.Value, error) { return q.optional("If-Modified-Since"), nil },
		"request_method=":           refuseChange,
		"path_info=":                refuseChange,
		"script_name=":              refuseChange,
		"path_parameters=":          refuseChange,
		"set_header":                refuseChange,
		"delete_header":             refuseChange,
		"add_header":                refuseChange,
		"update_param":              refuseChange,
		"delete_param":              refuseChange,
		"session=":                  refuseChange,
		"content_charset":           func(*request, *dsl.Call) (dsl.Value, error) { return dsl.Nil, nil },
		"http_auth_salt":            func(*request, *dsl.Call) (dsl.Value, error) { return dsl.Nil, nil },
		"send_early_hints":          func(*request, *dsl.Call) (dsl.Value, error) { return dsl.Nil, nil },
		"should_apply_vary_header?": func(*request, *dsl.Call) (dsl.Value, error) { return dsl.False, nil },
	}
}

func tldWord(f func(host string, tld int) dsl.Value) requestMethod {
	return func(q *request, c *dsl.Call) (dsl.Value, error) {
		tld := 1
		if len(c.Args) > 0 {
			n, ok := c.Args[0].(dsl.Int)
			if !ok || n < 0 || n > 100 {
				return nil, c.Errorf("TypeError", "no implicit conversion into Integer")
			}
			tld = int(n)
		}
		a, err := q.authority()
		if err != nil {
			return nil, err
		}
		return f(a.host(), tld), nil
	}
}

func domainOf(host string, tld int) dsl.Value {
	if !namedHost(host) {
		return dsl.Nil
	}
	return str(domain(host, tld))
}

func stringArray(list []string) dsl.Value {
	values := make([]dsl.Value, len(list))
	for i, s := range list {
		values[i] = str(s)
	}
	return dsl.NewArray(values...)
}

func paramWord(q *request, c *dsl.Call) (dsl.Value, error) {
	all, err := q.allParams(c.Thread)
	if err != nil || len(c.Args) != 1 {
		return dsl.Nil, err
	}
	key := c.ToS(c.Args[0])
	return c.Send(all, "[]", str(key)), nil
}

func valuesWord(q *request, c *dsl.Call) (dsl.Value, error) {
	all, err := q.allParams(c.Thread)
	if err != nil {
		return nil, err
	}
	return c.Send(all, "values_at", c.Args...), nil
}

func trustsWord(q *request, c *dsl.Call) (dsl.Value, error) {
	if len(c.Args) != 1 {
		return dsl.False, nil
	}
	return dsl.Bool(rackTrusts(c.ToS(c.Args[0]))), nil
}

func addressWord(of func(*request) (string, error)) requestMethod {
	return func(q *request, _ *dsl.Call) (dsl.Value, error) {
		addr, err := of(q)
		return str(addr), err
	}
}

func localWord(q *request, _ *dsl.Call) (dsl.Value, error) {
	local, err := q.local()
	return dsl.Bool(local), err
}

func forwardedForWord(q *request, _ *dsl.Call) (dsl.Value, error) {
	if q.optional("X-Forwarded-For") == dsl.Nil {
		return dsl.Nil, nil
	}
	list, err := q.forwardedFor()
	return stringArray(list), err
}

func inspectWord(q *request, _ *dsl.Call) (dsl.Value, error) {
	a, err := q.authority()
	if err != nil {
		return nil, err
	}
	ip, err := q.remoteIP()
	return str("#<ActionDispatch::Request " + q.method() + " " + strconv.Quote(q.url(a)+q.fullPath()) + " for " + ip + ">"), err
}

// refuseChange answers methods that would change the request, which here belongs
// to the Go handlers behind.
func refuseChange(_ *request, c *dsl.Call) (dsl.Value, error) {
	return nil, c.Errorf("FrozenError", "can't modify frozen ActionDispatch::Request: %s", c.Name)
}

// Call implements dsl.Receiver: Ruby code asks the request.
func (q *request) Call(c *dsl.Call) (dsl.Value, error) {
	if c.Name == "method" && len(c.Args) > 0 {
		return nil, dsl.ErrNoMethod
	}
	if p, ok := phrases[c.Name]; ok {
		return p(q, c)
	}
	v, ok, err := q.word(c.Name)
	switch {
	case !ok:
		return nil, dsl.ErrNoMethod
	case len(c.Args) > 0:
		return nil, c.Errorf("ArgumentError", "wrong number of arguments (given %d, expected 0)", len(c.Args))
	}
	return v, err
}

// word answers a method without arguments; ok is false for others.
func (q *request) word(name string) (v dsl.Value, ok bool, err error) {
	if w, ok := words[name]; ok {
		return w(q), true, nil
	}
	w, ok := hostWords[name]
	if !ok {
		return nil, false, nil
	}
	a, err := q.authority()
	if err != nil {
		return nil, true, err
	}
	return w(q, a), true, nil
}

func requestWord(name string) bool {
	_, word := words[name]
	_, host := hostWords[name]
	_, phrase := phrases[name]
	return word || host || phrase
}

// ---- the classes

// A world holds the Ruby classes of what a request gives out, one per
// interpreter.
type requestClasses struct {
	in                              *dsl.Interp
	request, headers, session, mime *dsl.Class
	getIP                           *dsl.Class
}

var worldMu sync.Mutex

// constants are what inline endpoints name. Rails: ActionDispatch::Constants.
var constants = map[string]string{
	"ActionDispatch::Constants::CONTENT_TYPE": "content-type", "ActionDispatch::Constants::LOCATION": "location",
	"ActionDispatch::Constants::X_CASCADE": "x-cascade", "ActionDispatch::Constants::X_REQUEST_ID": "x-request-id",
	"ActionDispatch::Constants::VARY": "vary", "ActionDispatch::Constants::SET_COOKIE": "set-cookie",
}

// newWorld defines the classes, or finds those that another router of the same
// table has defined.
func newWorld(in *dsl.Interp) *requestClasses {
	worldMu.Lock()
	defer worldMu.Unlock()
	for name, value := range constants {
		if _, ok := in.Const(name); !ok {
			in.DefineConst(name, dsl.NewString(value))
		}
	}
	requests := hostClass(in, "Request", "ActionDispatch::Request", requestWord)
	makesRequests(in, requests, func(q *request) dsl.Receiver { return q })
	makesRequests(in, hostClass(in, "RackRequest", "Rack::Request", requestWord), func(q *request) dsl.Receiver { return rackRequest{q} })
	return &requestClasses{
		in:      in,
		request: requests,
		headers: hostClass(in, "Headers", "ActionDispatch::Http::Headers", headersWord),
		session: hostClass(in, "Session", "ActionDispatch::Request::Session", sessionWord),
		mime:    mimeClass(in),
		getIP:   hostClass(in, "GetIp", "ActionDispatch::RemoteIp::GetIp", getIPWord),
	}
}

// hostClass defines a class under Rails' name, above one of that name that the
// program has opened itself. The constant Signalbox::NAME tells that it is done.
func hostClass(in *dsl.Interp, name, rails string, words func(string) bool) *dsl.Class {
	if v, ok := in.Const("Signalbox::" + name); ok {
		if c, ok := v.(*dsl.Class); ok {
			return c
		}
	}
	var super *dsl.Class
	if v, ok := in.Const(rails); ok {
		super, _ = v.(*dsl.Class)
	}
	c := in.NewHostClass(rails, super, words)
	in.DefineConst("Signalbox::"+name, c)
	return c
}

// ruby gives the request as Ruby code sees it.
func (q *request) ruby() *dsl.Object {
	if q.object == nil {
		q.object = q.core.world.in.NewObject(q.core.world.request, q)
	}
	return q.object
}

// run is the execution that the request's Ruby code shares: what it uses counts
// together, against [WithBlockLimits].
func (q *request) run() *dsl.Thread {
	if q.thread == nil {
		q.thread = q.core.world.in.NewThreadWithin(q.core.limits)
		q.thread.DecideBy(q.decide)
	}
	return q.thread
}

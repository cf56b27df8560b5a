package rack

import (
	"strconv"
	"strings"

	"signalbox/dsl"
)

// What Ruby code may ask a request: the public methods of
// ActionDispatch::Request. A constraint that asks for something else raises a
// NoMethodError, as on Rails.

// A word answers a method without arguments.
type requestGetter func(*Request) dsl.Value

// words are the methods that cannot fail. Rails: Request, Http::URL,
// Rack::Request::Helpers.
var words = map[string]requestGetter{
	"host_authority":        func(q *Request) dsl.Value { return str(q.HTTP.Host) },
	"forwarded_authority":   func(q *Request) dsl.Value { return q.optional("X-Forwarded-Host") },
	"standard_port":         func(q *Request) dsl.Value { return dsl.Int(q.standardPort()) },
	"server_port":           func(q *Request) dsl.Value { return dsl.Int(serverPort(q)) },
	"server_name":           func(q *Request) dsl.Value { return str(serverName(q)) },
	"server_authority":      func(q *Request) dsl.Value { return str(serverName(q) + ":" + strconv.Itoa(serverPort(q))) },
	"server_protocol":       func(q *Request) dsl.Value { return str(q.HTTP.Proto) },
	"version":               func(q *Request) dsl.Value { return str(q.HTTP.Proto) },
	"protocol":              func(q *Request) dsl.Value { return str(q.protocol()) },
	"scheme":                func(q *Request) dsl.Value { return str(q.scheme()) },
	"ssl?":                  func(q *Request) dsl.Value { return dsl.Bool(q.ssl()) },
	"path":                  func(q *Request) dsl.Value { return str(q.Script + q.Path) },
	"path_info":             func(q *Request) dsl.Value { return str(q.Path) },
	"script_name":           func(q *Request) dsl.Value { return str(q.Script) },
	"original_script_name":  func(q *Request) dsl.Value { return q.prefix() },
	"fullpath":              func(q *Request) dsl.Value { return str(q.fullPath()) },
	"original_fullpath":     func(q *Request) dsl.Value { return str(q.fullPath()) },
	"query_string":          func(q *Request) dsl.Value { return str(q.HTTP.URL.RawQuery) },
	"request_method":        func(q *Request) dsl.Value { return str(q.Verb) },
	"raw_request_method":    func(q *Request) dsl.Value { return str(q.Verb) },
	"method":                func(q *Request) dsl.Value { return str(q.method()) },
	"request_method_symbol": func(q *Request) dsl.Value { return verbSymbol(q.Verb) },
	"method_symbol":         func(q *Request) dsl.Value { return verbSymbol(q.method()) },
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
	"xhr?":                  func(q *Request) dsl.Value { return dsl.Bool(q.xhr()) },
	"xml_http_request?":     func(q *Request) dsl.Value { return dsl.Bool(q.xhr()) },
	"remote_addr":           func(q *Request) dsl.Value { return str(q.remoteAddr()) },
	"path_parameters":       func(q *Request) dsl.Value { return q.PathParams() },
	"content_length":        func(q *Request) dsl.Value { return dsl.Int(max(q.HTTP.ContentLength, 0)) },
	"content_type":          func(q *Request) dsl.Value { return q.optional("Content-Type") },
	"has_content_type?":     func(q *Request) dsl.Value { return q.optional("Content-Type") },
	"request_id":            func(*Request) dsl.Value { return dsl.Nil },
	"uuid":                  func(*Request) dsl.Value { return dsl.Nil },
	"controller_instance":   func(*Request) dsl.Value { return dsl.Nil },
	"logger":                func(*Request) dsl.Value { return dsl.Nil },
	"tld_length":            func(*Request) dsl.Value { return dsl.Int(1) },
	"multithread?":          func(*Request) dsl.Value { return dsl.True },
	"nil?":                  func(*Request) dsl.Value { return dsl.False },
}

// A hostWord answers a method that asks for the host, which may be malformed.
type hostWord func(*Request, Authority) dsl.Value

var hostWords = map[string]hostWord{
	"host":               func(_ *Request, a Authority) dsl.Value { return str(a.Host()) },
	"hostname":           func(_ *Request, a Authority) dsl.Value { return str(strings.Trim(a.Host(), "[]")) },
	"host_with_port":     func(q *Request, a Authority) dsl.Value { return str(a.Host() + a.suffix(q.standardPort())) },
	"raw_host_with_port": func(_ *Request, a Authority) dsl.Value { return str(a.raw) },
	"authority":          func(_ *Request, a Authority) dsl.Value { return str(a.raw) },
	"port":               func(q *Request, a Authority) dsl.Value { return dsl.Int(a.port(q.standardPort())) },
	"standard_port?":     func(q *Request, a Authority) dsl.Value { return dsl.Bool(a.suffix(q.standardPort()) == "") },
	"port_string":        func(q *Request, a Authority) dsl.Value { return str(a.suffix(q.standardPort())) },
	"optional_port":      optionalPort,
	"base_url":           func(q *Request, a Authority) dsl.Value { return str(q.url(a)) },
	"url":                func(q *Request, a Authority) dsl.Value { return str(q.url(a) + q.fullPath()) },
	"original_url":       func(q *Request, a Authority) dsl.Value { return str(q.url(a) + q.fullPath()) },
	"domain":             func(_ *Request, a Authority) dsl.Value { return domainOf(a.Host(), 1) },
	"subdomain":          func(_ *Request, a Authority) dsl.Value { return str(Subdomain(a.Host(), 1)) },
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
		words[method] = func(q *Request) dsl.Value { return q.optional(header) }
	}
	for _, method := range []string{
		"auth_type", "gateway_interface", "path_translated", "remote_host", "remote_ident", "remote_user", "server_software",
	} {
		words[method] = func(*Request) dsl.Value { return dsl.Nil }
	}
}

func str(s string) dsl.Value { return dsl.NewString(s) }

// optional is a header's value, nil without the header.
func (q *Request) optional(header string) dsl.Value {
	if _, ok := q.HTTP.Header[header]; !ok {
		return dsl.Nil
	}
	return str(q.header(header))
}

func isVerb(verb string) requestGetter {
	return func(q *Request) dsl.Value { return dsl.Bool(q.Verb == verb) }
}

func verbSymbol(verb string) dsl.Value {
	return dsl.Symbol(strings.ReplaceAll(strings.ToLower(verb), "-", "_"))
}

func optionalPort(q *Request, a Authority) dsl.Value {
	if p := a.port(q.standardPort()); p != q.standardPort() {
		return dsl.Int(p)
	}
	return dsl.Nil
}

func serverName(q *Request) string {
	name, _, _ := strings.Cut(q.HTTP.Host, ":")
	return name
}

func serverPort(q *Request) int {
	if i, ok := portStart(q.HTTP.Host); ok {
		if n, err := strconv.Atoi(q.HTTP.Host[i+1:]); err == nil {
			return n
		}
	}
	if q.HTTP.TLS != nil {
		return 443
	}
	return 80
}

func (q *Request) prefix() dsl.Value {
	if q.Settings.Prefix == "" {
		return dsl.Nil
	}
	return str(q.Settings.Prefix)
}

// xhr is /XMLHttpRequest/i.match?. Rails: Request#xml_http_request?.
func (q *Request) xhr() bool {
	return strings.Contains(strings.ToLower(q.header("X-Requested-With")), "xmlhttprequest")
}

// A phrase answers a method with arguments, or one that can fail.
type requestMethod func(*Request, *dsl.Call) (dsl.Value, error)

var phrases map[string]requestMethod

func init() {
	phrases = map[string]requestMethod{
		"domain":                    tldWord(func(host string, tld int) dsl.Value { return domainOf(host, tld) }),
		"subdomain":                 tldWord(func(host string, tld int) dsl.Value { return str(Subdomain(host, tld)) }),
		"subdomains":                tldWord(func(host string, tld int) dsl.Value { return stringArray(subdomains(host, tld)) }),
		"params":                    func(q *Request, c *dsl.Call) (dsl.Value, error) { return q.allParams(c.Thread) },
		"parameters":                func(q *Request, c *dsl.Call) (dsl.Value, error) { return q.allParams(c.Thread) },
		"query_parameters":          func(q *Request, c *dsl.Call) (dsl.Value, error) { return q.queryValue(c.Thread) },
		"GET":                       func(q *Request, c *dsl.Call) (dsl.Value, error) { return q.queryValue(c.Thread) },
		"request_parameters":        func(q *Request, c *dsl.Call) (dsl.Value, error) { return q.formValue(c.Thread) },
		"POST":                      func(q *Request, c *dsl.Call) (dsl.Value, error) { return q.formValue(c.Thread) },
		"[]":                        paramWord,
		"values_at":                 valuesWord,
		"headers":                   func(q *Request, _ *dsl.Call) (dsl.Value, error) { return q.World.headersOf(q), nil },
		"env":                       func(q *Request, _ *dsl.Call) (dsl.Value, error) { return q.Environment(), nil },
		"get_header":                envWord,
		"has_header?":               hasEnvWord,
		"key?":                      hasEnvWord,
		"fetch_header":              fetchEnvWord,
		"cookies":                   func(q *Request, _ *dsl.Call) (dsl.Value, error) { return q.cookies(), nil },
		"session":                   func(q *Request, _ *dsl.Call) (dsl.Value, error) { return q.World.sessionOf(q), nil },
		"format":                    formatWord,
		"formats":                   formatsWord,
		"accepts":                   acceptsWord,
		"content_mime_type":         contentTypeWord,
		"media_type":                mediaTypeWord,
		"form_data?":                formDataWord,
		"body":                      bodyWord,
		"raw_post":                  bodyWord,
		"trusted_proxy?":            trustsWord,
		"ip":                        addressWord((*Request).rackIP),
		"remote_ip":                 addressWord((*Request).RemoteIP),
		"local?":                    localWord,
		"forwarded_for":             forwardedForWord,
		"route_uri_pattern":         func(*Request, *dsl.Call) (dsl.Value, error) { return dsl.Nil, nil },
		"inspect":                   inspectWord,
		"to_s":                      inspectWord,
		"session_options":           func(*Request, *dsl.Call) (dsl.Value, error) { return dsl.NewHash(0), nil },
		"variant":                   func(*Request, *dsl.Call) (dsl.Value, error) { return dsl.NewArray(), nil },
		"controller_class":          func(*Request, *dsl.Call) (dsl.Value, error) { return dsl.Nil, nil },
		"if_modified_since":         func(q *Request, _ *dsl.Call) (dsl.Value, error) { return q.optional("If-Modified-Since"), nil },
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
		"content_charset":           func(*Request, *dsl.Call) (dsl.Value, error) { return dsl.Nil, nil },
		"http_auth_salt":            func(*Request, *dsl.Call) (dsl.Value, error) { return dsl.Nil, nil },
		"send_early_hints":          func(*Request, *dsl.Call) (dsl.Value, error) { return dsl.Nil, nil },
		"should_apply_vary_header?": func(*Request, *dsl.Call) (dsl.Value, error) { return dsl.False, nil },
	}
}

func tldWord(f func(host string, tld int) dsl.Value) requestMethod {
	return func(q *Request, c *dsl.Call) (dsl.Value, error) {
		tld := 1
		if len(c.Args) > 0 {
			n, ok := c.Args[0].(dsl.Int)
			if !ok || n < 0 || n > 100 {
				return nil, c.Errorf("TypeError", "no implicit conversion into Integer")
			}
			tld = int(n)
		}
		a, err := q.Authority()
		if err != nil {
			return nil, err
		}
		return f(a.Host(), tld), nil
	}
}

func domainOf(host string, tld int) dsl.Value {
	if !namedHost(host) {
		return dsl.Nil
	}
	return str(Domain(host, tld))
}

func stringArray(list []string) dsl.Value {
	values := make([]dsl.Value, len(list))
	for i, s := range list {
		values[i] = str(s)
	}
	return dsl.NewArray(values...)
}

func paramWord(q *Request, c *dsl.Call) (dsl.Value, error) {
	all, err := q.allParams(c.Thread)
	if err != nil || len(c.Args) != 1 {
		return dsl.Nil, err
	}
	key := c.ToS(c.Args[0])
	return c.Send(all, "[]", str(key)), nil
}

func valuesWord(q *Request, c *dsl.Call) (dsl.Value, error) {
	all, err := q.allParams(c.Thread)
	if err != nil {
		return nil, err
	}
	return c.Send(all, "values_at", c.Args...), nil
}

func trustsWord(q *Request, c *dsl.Call) (dsl.Value, error) {
	if len(c.Args) != 1 {
		return dsl.False, nil
	}
	return dsl.Bool(rackTrusts(c.ToS(c.Args[0]))), nil
}

func addressWord(of func(*Request) (string, error)) requestMethod {
	return func(q *Request, _ *dsl.Call) (dsl.Value, error) {
		addr, err := of(q)
		return str(addr), err
	}
}

func localWord(q *Request, _ *dsl.Call) (dsl.Value, error) {
	local, err := q.local()
	return dsl.Bool(local), err
}

func forwardedForWord(q *Request, _ *dsl.Call) (dsl.Value, error) {
	if q.optional("X-Forwarded-For") == dsl.Nil {
		return dsl.Nil, nil
	}
	list, err := q.forwardedFor()
	return stringArray(list), err
}

func inspectWord(q *Request, _ *dsl.Call) (dsl.Value, error) {
	a, err := q.Authority()
	if err != nil {
		return nil, err
	}
	ip, err := q.RemoteIP()
	return str("#<ActionDispatch::Request " + q.method() + " " + strconv.Quote(q.url(a)+q.fullPath()) + " for " + ip + ">"), err
}

// refuseChange answers methods that would change the request, which here belongs
// to the Go handlers behind.
func refuseChange(_ *Request, c *dsl.Call) (dsl.Value, error) {
	return nil, c.Errorf("FrozenError", "can't modify frozen ActionDispatch::Request: %s", c.Name)
}

// Call implements dsl.Receiver: Ruby code asks the request.
func (q *Request) Call(c *dsl.Call) (dsl.Value, error) {
	if c.Name == "method" && len(c.Args) > 0 {
		return nil, dsl.ErrNoMethod
	}
	if p, ok := phrases[c.Name]; ok {
		return p(q, c)
	}
	v, ok, err := q.Word(c.Name)
	switch {
	case !ok:
		return nil, dsl.ErrNoMethod
	case len(c.Args) > 0:
		return nil, c.Errorf("ArgumentError", "wrong number of arguments (given %d, expected 0)", len(c.Args))
	}
	return v, err
}

// Word answers a method without arguments; ok is false for others.
func (q *Request) Word(name string) (v dsl.Value, ok bool, err error) {
	if w, ok := words[name]; ok {
		return w(q), true, nil
	}
	w, ok := hostWords[name]
	if !ok {
		return nil, false, nil
	}
	a, err := q.Authority()
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

package rack

import (
	"strings"

	"signalbox/dsl"
)

// urlFor builds a URL of its parts. Rails: Http::URL.url_for.
func urlFor(t *dsl.Thread, o *dsl.Hash) (string, error) {
	path, err := urlPath(t, o)
	if err != nil || given(o, "only_path") {
		return path, err
	}
	if !given(o, "host") {
		return "", dsl.Raise("ArgumentError", "Missing host to link to! Please provide the :host parameter, set default_url_options[:host], or set :only_path to true")
	}
	host, err := option(t, o, "host")
	if err != nil {
		return "", err
	}
	protocol, err := urlProtocol(t, o)
	if err != nil {
		return "", err
	}
	port, err := option(t, o, "port")
	if err != nil {
		return "", err
	}
	if i := strings.Index(host, "://"); i > 0 && !strings.Contains(host[:i], ":") {
		if v, _ := o.Sym("protocol"); v == nil || v == dsl.Nil {
			protocol = host[:i+3]
		}
		host = host[i+3:]
	}
	if i, ok := portStart(host); ok {
		if _, has := o.Sym("port"); !has {
			port = host[i+1:]
		}
		host = host[:i]
	}
	if host, err = urlHost(t, host, o); err != nil {
		return "", err
	}
	return protocol + userOf(t, o) + host + urlPort(port, protocol) + path, nil
}

// urlPath is path_for: path, query and anchor.
func urlPath(t *dsl.Thread, o *dsl.Hash) (string, error) {
	script, err := option(t, o, "script_name")
	if err != nil {
		return "", err
	}
	path, err := option(t, o, "path")
	if err != nil {
		return "", err
	}
	path = strings.TrimSuffix(script, "/") + path
	if given(o, "trailing_slash") && strings.TrimSpace(path) == "" {
		path = "/"
	}
	if params, ok := o.Sym("params"); ok {
		query, err := urlQuery(t, params)
		if err != nil {
			return "", err
		}
		if query != "" {
			path += "?" + query
		}
	}
	if given(o, "anchor") {
		anchor, err := paramOf(t, o, "anchor")
		if err != nil {
			return "", err
		}
		path += "#" + escapeFragment(anchor)
	}
	return path, nil
}

// urlQuery is add_params.
func urlQuery(t *dsl.Thread, params dsl.Value) (string, error) {
	h, ok := params.(*dsl.Hash)
	if !ok {
		h = dsl.NewHash(1)
		h.Set(dsl.Symbol("params"), params)
	}
	kept := dsl.NewHash(h.Len())
	for i := range h.Len() {
		if k, v := h.At(i); v != dsl.Nil {
			kept.Set(k, v)
		}
	}
	v, err := t.Call(kept, "to_query")
	if err != nil {
		return "", err
	}
	return t.ToS(v)
}

func option(t *dsl.Thread, o *dsl.Hash, name string) (string, error) {
	v, ok := o.Sym(name)
	if !ok || v == dsl.Nil {
		return "", nil
	}
	return t.ToS(v)
}

func paramOf(t *dsl.Thread, o *dsl.Hash, name string) (string, error) {
	v, _ := o.Sym(name)
	p, err := t.Call(v, "to_param")
	if err != nil {
		return "", err
	}
	return t.ToS(p)
}

// urlProtocol is normalize_protocol.
func urlProtocol(t *dsl.Thread, o *dsl.Hash) (string, error) {
	v, _ := o.Sym("protocol")
	switch v {
	case nil, dsl.Nil:
		return "http://", nil
	case dsl.False:
		return "//", nil
	}
	text, err := t.ToS(v)
	if err != nil {
		return "", err
	}
	if text == "//" {
		return text, nil
	}
	name := strings.TrimSuffix(strings.TrimSuffix(text, "//"), ":")
	if name == "" || strings.Contains(name, ":") {
		return "", dsl.Raise("ArgumentError", "Invalid :protocol option: %q", text)
	}
	return name + "://", nil
}

// urlHost is normalize_host.
func urlHost(t *dsl.Thread, host string, o *dsl.Hash) (string, error) {
	if !namedHost(host) {
		return host, nil
	}
	tld := 1
	if n, ok := o.Sym("tld_length"); ok {
		if i, ok := n.(dsl.Int); ok && i >= 0 && i < 100 {
			tld = int(i)
		}
	}
	sub, ok := o.Sym("subdomain")
	if !ok {
		sub = dsl.True
	}
	own, err := option(t, o, "domain")
	if err != nil {
		return "", err
	}
	given := given(o, "domain")
	out := ""
	switch {
	case sub == dsl.True && !given:
		return host, nil
	case sub == dsl.True:
		out = Subdomain(host, tld)
	case dsl.Truthy(sub):
		if out, err = paramOf(t, o, "subdomain"); err != nil {
			return "", err
		}
	}
	if out != "" {
		out += "."
	}
	if !given {
		own = Domain(host, tld)
	}
	return out + own, nil
}

// urlPort is normalize_port.
func urlPort(port, protocol string) string {
	switch {
	case port == "", protocol == "https://" && port == "443", protocol != "https://" && protocol != "//" && port == "80":
		return ""
	}
	return ":" + port
}

func userOf(t *dsl.Thread, o *dsl.Hash) string {
	user, err := option(t, o, "user")
	password, err2 := option(t, o, "password")
	if err != nil || err2 != nil || user == "" || password == "" {
		return ""
	}
	return escapeForm(user) + ":" + escapeForm(password) + "@"
}

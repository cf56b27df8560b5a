package urls

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"signalbox/dsl"
	"signalbox/expand/route"
)

// reservedOptions do not name parts of a path. Rails: RouteSet::RESERVED_OPTIONS.
var reservedOptions = func() (keys []dsl.Value) {
	for _, name := range strings.Fields("host protocol port subdomain domain tld_length trailing_slash anchor params only_path script_name original_script_name") {
		keys = append(keys, dsl.Symbol(name))
	}
	return keys
}()

// urlFor makes the path or URL of options, which it changes; name is the route
// of a helper, or empty. Rails: RouteSet#url_for.
func (c *urlCall) urlFor(options *dsl.Hash, name string, kind helperKind) (string, error) {
	options = merged(c.table.DefaultURLOptions, options)
	if err := knownOptions(options, kind); err != nil {
		return "", err
	}
	var user, password dsl.Value = dsl.Nil, dsl.Nil
	if isTrue(option(options, userKey)) && isTrue(option(options, passwordKey)) {
		user, password = remove(options, userKey), remove(options, passwordKey)
	}
	recall, _ := remove(options, recallKey).(*dsl.Hash)
	if recall == nil {
		recall = dsl.NewHash(0)
	}
	script, err := c.scriptName(options)
	if err != nil {
		return "", err
	}
	path, params, err := c.generate(name, withoutReserved(options), recall)
	if err != nil {
		return "", err
	}
	if isTrue(option(options, slashKey)) && !isTrue(option(options, formatOption)) && !strings.HasSuffix(path, "/") {
		path += "/"
	}
	if v, ok := options.Get(paramsKey); ok {
		if more, ok := v.(*dsl.Hash); ok {
			update(params, more)
		} else {
			params.Set(paramsKey, v)
		}
	}
	options.Set(pathKey, dsl.NewString(path))
	options.Set(scriptNameKey, script)
	options.Set(paramsKey, params)
	options.Set(userKey, user)
	options.Set(passwordKey, password)
	return c.finish(options, kind)
}

// knownOptions is the error of an option that only the application knows; what is a part of
// the host does not matter to a path.
func knownOptions(options *dsl.Hash, kind helperKind) error {
	for i := range options.Len() {
		key, v := options.At(i)
		u, ok := v.(*dsl.Unknown)
		if ok && (!ofHost(key) || kind == urlKind && !isTrue(option(options, onlyPathKey))) {
			return unknownOption(u)
		}
	}
	return nil
}

func ofHost(key dsl.Value) bool {
	switch key {
	case dsl.Symbol("host"), dsl.Symbol("protocol"), dsl.Symbol("port"), dsl.Symbol("subdomain"), dsl.Symbol("domain"), dsl.Symbol("tld_length"), userKey, passwordKey:
		return true
	}
	return false
}

func withoutReserved(options *dsl.Hash) *dsl.Hash {
	rest := dsl.NewHash(options.Len() + 2)
	for i := range options.Len() {
		if key, v := options.At(i); !slices.Contains(reservedOptions, key) {
			rest.Set(key, v)
		}
	}
	return rest
}

// scriptName takes the path's prefix out of the options: of the server, of the
// application or, for an engine, of its mount. Rails: RouteSet#find_script_name,
// and define_generate_prefix for mounted engines.
func (c *urlCall) scriptName(options *dsl.Hash) (dsl.Value, error) {
	before := remove(options, oldScriptKey)
	script, err := c.ownScriptName(options)
	if err != nil || !isTrue(before) {
		return script, err
	}
	outer, err := c.toS(before)
	if err != nil {
		return nil, err
	}
	inner, err := c.toS(script)
	return dsl.NewString(outer + inner), err
}

func (c *urlCall) ownScriptName(options *dsl.Hash) (dsl.Value, error) {
	given := option(options, scriptNameKey)
	mount := lastMount(c.table.Table)
	if mount != nil {
		text, err := c.toS(given)
		if err != nil {
			return nil, err
		}
		if strings.TrimSpace(text) == "" {
			return c.mountedAt(mount, options)
		}
	}
	remove(options, scriptNameKey)
	if isTrue(given) {
		return given, nil
	}
	return dsl.NewString(c.table.RelativeURLRoot), nil
}

// lastMount is the mount of an engine that holds, as in Rails; nil without.
func lastMount(t *route.Table) *route.Mount {
	if n := len(t.Mounts); n > 0 {
		return &t.Mounts[n-1]
	}
	return nil
}

// mountedAt is the path of an engine's mount, whose parts it takes out of the
// options.
func (c *urlCall) mountedAt(m *route.Mount, options *dsl.Hash) (dsl.Value, error) {
	prefix := dsl.NewHash(2)
	for _, key := range helpersOf(m.Table).helperOf(m.Route).keys {
		if v, ok := options.Delete(key); ok {
			prefix.Set(key, v)
		}
	}
	outer := &urlCall{Helpers: &Helpers{table: helpersOf(m.Table)}, thread: c.thread}
	path, err := outer.helper(m.Route.Name, pathKind, nil, prefix)
	return dsl.NewString(path), err
}

// ---- ActionDispatch::Http::URL

// finish puts a path or URL together. Rails: the strategies PATH and UNKNOWN.
func (c *urlCall) finish(options *dsl.Hash, kind helperKind) (string, error) {
	path, err := c.fullPath(options)
	if err != nil || kind == pathKind || isTrue(option(options, onlyPathKey)) {
		return path, err
	}
	host := option(options, dsl.Symbol("host"))
	if !isTrue(host) {
		return "", urlErrorf("ArgumentError", "Missing host to link to! Please provide the :host parameter, set default_url_options[:host], or set :only_path to true")
	}
	name, err := c.toS(host)
	if err != nil {
		return "", err
	}
	if isRecord(host) || !c.table.Interp.RespondTo(host, "match") { // which build_host_url calls
		return "", urlErrorf("NoMethodError", "undefined method 'match' for an instance of "+c.table.Interp.PlainClassOf(host).Name())
	}
	return c.hostURL(name, options, path)
}

// fullPath is path_for: script name, path, query and anchor.
func (c *urlCall) fullPath(options *dsl.Hash) (string, error) {
	script, err := c.toS(option(options, scriptNameKey))
	if err != nil {
		return "", err
	}
	own, err := c.toS(option(options, pathKey))
	if err != nil {
		return "", err
	}
	path := strings.TrimSuffix(script, "/") + own
	if isTrue(option(options, slashKey)) && strings.TrimSpace(path) == "" {
		path = "/"
	}
	if params, ok := options.Get(paramsKey); ok {
		query, err := c.queryString(params)
		if err != nil {
			return "", err
		}
		if query != "" {
			path += "?" + query
		}
	}
	if anchor := option(options, dsl.Symbol("anchor")); isTrue(anchor) {
		text, err := c.paramText(anchor)
		if err == nil {
			err = checkURLText(text)
		}
		if err != nil {
			return "", err
		}
		path += "#" + escaped(text, fragmentBytes, false)
	}
	return path, nil
}

// queryString is the query of params, those without a value left out.
func (c *urlCall) queryString(v dsl.Value) (string, error) {
	params, ok := v.(*dsl.Hash)
	if !ok {
		params = dsl.NewHash(1)
		params.Set(paramsKey, v)
	}
	if params.Len() == 0 {
		return "", nil
	}
	given := dsl.NewHash(params.Len())
	for i := range params.Len() {
		key, v := params.At(i)
		p, err := c.param(v)
		if err != nil {
			return "", err
		}
		if !isNone(p) {
			given.Set(key, v)
		}
	}
	return c.query(given, nil, 0)
}

var (
	hostPattern     = regexp.MustCompile(`(?m)(^[^:]+://)?(\[[^\]]+\]|[^:]+)(?::(\d+$))?`)
	addressPattern  = regexp.MustCompile(`(?m)\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}$`)
	protocolPattern = regexp.MustCompile(`(?m)^([^:]+)(:)?(//)?$`)
)

// hostURL is build_host_url.
func (c *urlCall) hostURL(host string, options *dsl.Hash, path string) (string, error) {
	given, port := option(options, dsl.Symbol("protocol")), option(options, dsl.Symbol("port"))
	protocol := ""
	if m := hostPattern.FindStringSubmatch(host); m != nil {
		if isNone(given) {
			protocol = m[1]
		}
		host = m[2]
		if m[3] != "" && !hasKey(options, dsl.Symbol("port")) {
			port = dsl.NewString(m[3])
		}
	}
	var err error
	if protocol == "" {
		if protocol, err = c.protocol(given); err != nil {
			return "", err
		}
	}
	if host, err = c.host(host, options); err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString(protocol)
	if user, password := option(options, userKey), option(options, passwordKey); isTrue(user) && isTrue(password) {
		name, err1 := c.toS(user)
		secret, err2 := c.toS(password)
		if err1 != nil || err2 != nil {
			return "", cmp.Or(err1, err2)
		}
		b.WriteString(escaped(name, userBytes, true) + ":" + escaped(secret, userBytes, true) + "@")
	}
	b.WriteString(host)
	shown, err := c.port(port, protocol)
	b.WriteString(shown + path)
	return b.String(), err
}

// protocol is normalize_protocol.
func (c *urlCall) protocol(v dsl.Value) (string, error) {
	if isNone(v) {
		return "http://", nil
	}
	if v == dsl.False {
		return "//", nil
	}
	var text string
	switch s := v.(type) {
	case *dsl.String:
		text = s.String()
	case dsl.Symbol:
		text = string(s)
	}
	if text == "//" {
		return "//", nil
	}
	if m := protocolPattern.FindStringSubmatch(text); m != nil {
		return m[1] + "://", nil
	}
	shown, err := c.ruby().Inspect(v)
	if err != nil {
		return "", err
	}
	return "", urlErrorf("ArgumentError", "Invalid :protocol option: "+shown)
}

// host is normalize_host: it puts subdomain and domain in.
func (c *urlCall) host(host string, options *dsl.Hash) (string, error) {
	if addressPattern.MatchString(host) {
		return host, nil
	}
	domain := option(options, dsl.Symbol("domain"))
	subdomain, ok := options.Get(dsl.Symbol("subdomain"))
	if !ok {
		subdomain = dsl.True
	}
	if subdomain == dsl.True && isNone(domain) {
		return host, nil
	}
	tld := 1
	if v := option(options, dsl.Symbol("tld_length")); isTrue(v) {
		n, ok := v.(dsl.Int)
		if !ok {
			return "", urlErrorf("TypeError", "tld_length must be an integer")
		}
		tld = max(int(min(n, 100)), 0)
	}
	parts := strings.Split(strings.TrimRight(host, "."), ".")
	split := max(len(parts)-tld-1, 0)
	name := ""
	switch {
	case subdomain == dsl.True:
		name = strings.Join(parts[:split], ".")
	case isTrue(subdomain):
		var err error
		if name, err = c.paramText(subdomain); err != nil {
			return "", err
		}
	}
	if name != "" {
		name += "."
	}
	if isTrue(domain) {
		text, err := c.toS(domain)
		return name + text, err
	}
	return name + strings.Join(parts[split:], "."), nil
}

// port is normalize_port with its colon; empty for the protocol's own.
func (c *urlCall) port(v dsl.Value, protocol string) (string, error) {
	if !isTrue(v) {
		return "", nil
	}
	text, err := c.toS(v)
	if err != nil {
		return "", err
	}
	usual := 80
	switch protocol {
	case "//":
		return ":" + text, nil
	case "https://":
		usual = 443
	}
	if leadingInt(text) == usual {
		return "", nil
	}
	return ":" + text, nil
}

// leadingInt is String#to_i, for what may be a port.
func leadingInt(s string) int {
	s = strings.TrimSpace(s)
	end := 0
	for end < len(s) && s[end] >= '0' && s[end] <= '9' {
		end++
	}
	n, _ := strconv.Atoi(s[:end])
	return n
}

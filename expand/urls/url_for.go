package urls

import (
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
func (c *urlCall) urlFor(options *dsl.Hash, name string, kind helperKind) string {
	options = merged(c.table.DefaultURLOptions, options)
	checkOptions(options, kind)
	var user, password dsl.Value = dsl.Nil, dsl.Nil
	if isTrue(option(options, userKey)) && isTrue(option(options, passwordKey)) {
		user, password = remove(options, userKey), remove(options, passwordKey)
	}
	recall, _ := remove(options, recallKey).(*dsl.Hash)
	if recall == nil {
		recall = dsl.NewHash(0)
	}
	script := c.scriptName(options)
	path, params := c.generate(name, withoutReserved(options), recall)
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

// checkOptions refuses an option that only the application knows; what is a part of the host does
// not matter to a path.
func checkOptions(options *dsl.Hash, kind helperKind) {
	for i := range options.Len() {
		key, v := options.At(i)
		u, ok := v.(*dsl.Unknown)
		if ok && (!ofHost(key) || kind == urlKind && !isTrue(option(options, onlyPathKey))) {
			panic(unknownOption(u))
		}
	}
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
func (c *urlCall) scriptName(options *dsl.Hash) dsl.Value {
	before := remove(options, oldScriptKey)
	script := c.ownScriptName(options)
	if !isTrue(before) {
		return script
	}
	return dsl.NewString(c.toS(before) + c.toS(script))
}

func (c *urlCall) ownScriptName(options *dsl.Hash) dsl.Value {
	given := option(options, scriptNameKey)
	mount := lastMount(c.table.Table)
	if mount != nil {
		if strings.TrimSpace(c.toS(given)) == "" {
			return c.mountedAt(mount, options)
		}
	}
	remove(options, scriptNameKey)
	if isTrue(given) {
		return given
	}
	return dsl.NewString(c.table.RelativeURLRoot)
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
func (c *urlCall) mountedAt(m *route.Mount, options *dsl.Hash) dsl.Value {
	prefix := dsl.NewHash(2)
	for _, key := range helpersOf(m.Table).helperOf(m.Route).keys {
		if v, ok := options.Delete(key); ok {
			prefix.Set(key, v)
		}
	}
	outer := &urlCall{Helpers: &Helpers{table: helpersOf(m.Table)}, thread: c.thread}
	return dsl.NewString(outer.helper(m.Route.Name, pathKind, nil, prefix))
}

// ---- ActionDispatch::Http::URL

// finish puts a path or URL together. Rails: the strategies PATH and UNKNOWN.
func (c *urlCall) finish(options *dsl.Hash, kind helperKind) string {
	path := c.fullPath(options)
	if kind == pathKind || isTrue(option(options, onlyPathKey)) {
		return path
	}
	host := option(options, dsl.Symbol("host"))
	if !isTrue(host) {
		panic(failure("ArgumentError", "Missing host to link to! Please provide the :host parameter, set default_url_options[:host], or set :only_path to true"))
	}
	name := c.toS(host)
	if isRecord(host) || !c.table.Interp.RespondTo(host, "match") { // which build_host_url calls
		panic(failure("NoMethodError", "undefined method 'match' for an instance of "+c.table.Interp.PlainClassOf(host).Name()))
	}
	return c.hostURL(name, options, path)
}

// fullPath is path_for: script name, path, query and anchor.
func (c *urlCall) fullPath(options *dsl.Hash) string {
	path := strings.TrimSuffix(c.toS(option(options, scriptNameKey)), "/") + c.toS(option(options, pathKey))
	if isTrue(option(options, slashKey)) && strings.TrimSpace(path) == "" {
		path = "/"
	}
	if params, ok := options.Get(paramsKey); ok {
		if query := c.queryString(params); query != "" {
			path += "?" + query
		}
	}
	if anchor := option(options, dsl.Symbol("anchor")); isTrue(anchor) {
		text := c.paramText(anchor)
		checkURLText(text)
		path += "#" + escaped(text, fragmentBytes, false)
	}
	return path
}

// queryString is the query of params, those without a value left out.
func (c *urlCall) queryString(v dsl.Value) string {
	params, ok := v.(*dsl.Hash)
	if !ok {
		params = dsl.NewHash(1)
		params.Set(paramsKey, v)
	}
	if params.Len() == 0 {
		return ""
	}
	given := dsl.NewHash(params.Len())
	for i := range params.Len() {
		key, v := params.At(i)
		if !isNone(c.param(v)) {
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
func (c *urlCall) hostURL(host string, options *dsl.Hash, path string) string {
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
	if protocol == "" {
		protocol = c.protocol(given)
	}
	host = c.host(host, options)
	var b strings.Builder
	b.WriteString(protocol)
	if user, password := option(options, userKey), option(options, passwordKey); isTrue(user) && isTrue(password) {
		b.WriteString(escaped(c.toS(user), userBytes, true) + ":" + escaped(c.toS(password), userBytes, true) + "@")
	}
	b.WriteString(host)
	b.WriteString(c.port(port, protocol) + path)
	return b.String()
}

// protocol is normalize_protocol.
func (c *urlCall) protocol(v dsl.Value) string {
	if isNone(v) {
		return "http://"
	}
	if v == dsl.False {
		return "//"
	}
	var text string
	switch s := v.(type) {
	case *dsl.String:
		text = s.String()
	case dsl.Symbol:
		text = string(s)
	}
	if text == "//" {
		return "//"
	}
	if m := protocolPattern.FindStringSubmatch(text); m != nil {
		return m[1] + "://"
	}
	panic(failure("ArgumentError", "Invalid :protocol option: "+dsl.Must(c.ruby().Inspect(v))))
}

// host is normalize_host: it puts subdomain and domain in.
func (c *urlCall) host(host string, options *dsl.Hash) string {
	if addressPattern.MatchString(host) {
		return host
	}
	domain := option(options, dsl.Symbol("domain"))
	subdomain, ok := options.Get(dsl.Symbol("subdomain"))
	if !ok {
		subdomain = dsl.True
	}
	if subdomain == dsl.True && isNone(domain) {
		return host
	}
	tld := 1
	if v := option(options, dsl.Symbol("tld_length")); isTrue(v) {
		n, ok := v.(dsl.Int)
		if !ok {
			panic(failure("TypeError", "tld_length must be an integer"))
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
		name = c.paramText(subdomain)
	}
	if name != "" {
		name += "."
	}
	if isTrue(domain) {
		return name + c.toS(domain)
	}
	return name + strings.Join(parts[split:], ".")
}

// port is normalize_port with its colon; empty for the protocol's own.
func (c *urlCall) port(v dsl.Value, protocol string) string {
	if !isTrue(v) {
		return ""
	}
	text := c.toS(v)
	usual := 80
	switch protocol {
	case "//":
		return ":" + text
	case "https://":
		usual = 443
	}
	if leadingInt(text) == usual {
		return ""
	}
	return ":" + text
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

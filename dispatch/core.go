package dispatch

import (
	"errors"
	"net/http"
	"net/netip"
	"strings"

	"signalbox/dsl"
	"signalbox/expand/route"
)

// A core is a compiled table with what its constraints need. It does not change
// once made, and serves any number of requests at once.
type core struct {
	table   *route.Table
	trie    *trie
	world   *requestClasses
	engines map[*route.Table]*core // of the mounted engines, shared by all

	settings
}

// settings are those that matching depends on.
type settings struct {
	proxies     []netip.Prefix // nil: Rails' own
	session     func(*http.Request) Session
	prefix      string // relative_url_root
	constraints map[string]func(*http.Request) bool
	signedIn    func(*http.Request, route.SignIn) bool
	steps       int        // of matching a request, see WithMatchSteps
	limits      dsl.Limits // of the Ruby code that one request runs
	// guess answers conditions that only the application knows, as if it ran
	// with nobody signed in; without it they are errors.
	guess bool
}

// newCore compiles a table and those of its engines.
func newCore(t *route.Table, s settings) (*core, error) {
	c := &core{settings: s, engines: map[*route.Table]*core{}}
	if in := t.Interp; in != nil {
		c.world = newWorld(in)
	}
	return c, c.compile(t, c)
}

func (c *core) compile(t *route.Table, root *core) error {
	c.table = t
	c.engines = root.engines
	c.engines[t] = c
	trie, err := newTrie(t)
	c.trie = trie
	errs := []error{err}
	for _, r := range t.Routes {
		e := r.Endpoint
		if e.Kind != route.Engine || e.Table == nil || c.engines[e.Table] != nil {
			continue
		}
		errs = append(errs, (&core{settings: root.settings, world: root.world}).compile(e.Table, root))
	}
	return errors.Join(errs...)
}

// prepare begins the search for a request.
func (c *core) prepare(s *search, r *http.Request) error {
	s.t, s.asker, s.http = c.trie, c, r
	if c.trie.broken != nil {
		return c.trie.broken
	}
	if r.URL.RawPath == "" && c.prefix == "" && s.scan(r.URL.Path) {
		return nil
	}
	path := requestPath(r.URL)
	if c.prefix != "" {
		rest, ok := strings.CutPrefix(path, c.prefix)
		if ok && (rest == "" || rest[0] == '/') {
			path, s.script = rest, c.prefix
		}
	}
	return s.take(path)
}

// take takes any path.
func (s *search) take(path string) error {
	if len(path) > maxPath {
		return errLongPath
	}
	path = normalizePath(path)
	if len(path) > maxPath {
		return errLongPath
	}
	s.split(path)
	return nil
}

// descend begins the search in an engine's table, below the route that mounts
// it.
func (c *core) descend(s *search, q *request) error {
	s.t, s.asker, s.http, s.script, s.given, s.thread = c.trie, c, q.http, q.script, q.params, q.thread
	s.work = q.work
	if c.trie.broken != nil {
		return c.trie.broken
	}
	if err := s.take(q.path); err != nil {
		return err
	}
	s.start(method(q.http))
	return nil
}

// method is the request's method; Go lets it be empty for GET.
func method(r *http.Request) string {
	if r.Method == "" {
		return "GET"
	}
	return r.Method
}

// parameters makes the path parameters of the route that was found: those of
// the mount around it, the defaults, the captures. Rails: Router#recognize.
func (s *search) parameters(rt *compiled) (*dsl.Hash, error) {
	h := dsl.NewHash(s.given.Len() + rt.row.Defaults.Len() + len(rt.names))
	for _, from := range []*dsl.Hash{s.given, rt.row.Defaults.Hash} {
		for i := range from.Len() {
			h.Set(from.At(i))
		}
	}
	for i, name := range rt.names {
		p := s.pieces[i]
		if p.start < 0 || rt.unsettled != nil && strings.HasPrefix(name, route.RelaxedName) {
			continue
		}
		text, ok := s.text(p)
		if !ok {
			return nil, errBadPath
		}
		h.Set(dsl.Symbol(name), dsl.NewString(text))
	}
	return h, validParams(h)
}

// validParams refuses defaults that are no text, which a program may make.
func validParams(h *dsl.Hash) error {
	for i := range h.Len() {
		if _, v := h.At(i); v != nil {
			if s, ok := v.(*dsl.String); ok && !validText(s.String()) {
				return errBadPath
			}
		}
	}
	return nil
}

// inside gives the script name and the path that a mounted endpoint sees.
func (s *search) inside() (script, path string) {
	script = strings.TrimSuffix(s.script+s.path[:s.end], "/")
	path = s.path[s.end:]
	if path == "" || path[0] != '/' {
		path = "/" + path
	}
	return script, path
}

package dispatch

import (
	"errors"
	"net/http"
	"net/url"
	"strings"
	"sync"

	"signalbox/dispatch/internal/match"
	"signalbox/dispatch/internal/rack"
	"signalbox/dsl"
	"signalbox/expand/route"
	"signalbox/internal/uri"
)

// A core is a compiled table with what its constraints need. It does not change once the router is
// there, but for the shapes, which the first requests make, and serves any number of requests at once.
type core struct {
	table   *route.Table
	trie    *match.Trie
	world   *rack.World
	engines map[*route.Table]*core // of the mounted engines, shared by all

	// of a [Router]
	endpoints []endpoint
	shapes    *sync.Map             // by their keys
	open      map[*match.Route]*gap // why only the application can answer what they match; shared by all

	settings
}

// settings are those that matching depends on.
type settings struct {
	rack.Settings
	constraints map[string]func(*http.Request) bool
	signedIn    func(*http.Request, route.SignIn) bool
	steps       int // of matching a request, see WithMatchSteps
}

// newCore compiles a table and those of its engines.
func newCore(t *route.Table, s settings) (*core, error) {
	c := &core{settings: s, engines: map[*route.Table]*core{}, open: map[*match.Route]*gap{}}
	if in := t.Interp; in != nil {
		c.world = rack.NewWorld(in)
	}
	return c, c.compile(t, c)
}

func (c *core) compile(t *route.Table, root *core) error {
	c.table = t
	c.engines, c.open = root.engines, root.open
	c.engines[t] = c
	trie, unmatchable := match.Compile(t)
	c.trie = trie
	var errs []error
	for _, u := range unmatchable {
		errs = append(errs, &RouteError{Route: u.Row, Text: u.Error()})
	}
	for _, r := range t.Routes {
		e := r.Endpoint
		if e.Kind != route.Engine || e.Table == nil || c.engines[e.Table] != nil {
			continue
		}
		errs = append(errs, (&core{settings: root.settings, world: root.world}).compile(e.Table, root))
	}
	return errors.Join(errs...)
}

// A search finds the routes that answer one request, one after the other.
type search struct {
	match.Search
	core   *core
	http   *http.Request
	req    *request    // made when first asked
	thread *dsl.Thread // of the requests before it
	script string      // of an engine: the path it is mounted at
	given  *dsl.Hash   // of an engine: the parameters of its mount
}

// of makes the search one of a table, for a request.
func (s *search) of(c *core, r *http.Request) {
	s.Trie, s.Asker, s.core, s.http, s.Steps = c.trie, s, c, r, c.steps
}

// prepare begins the search for a request.
func (c *core) prepare(s *search, r *http.Request) error {
	s.of(c, r)
	if c.trie.Broken != nil {
		return c.trie.Broken
	}
	path := requestPath(r.URL)
	if c.Prefix != "" {
		rest, ok := strings.CutPrefix(path, c.Prefix)
		if ok && (rest == "" || rest[0] == '/') {
			path, s.script = rest, c.Prefix
		}
	}
	return s.Take(path)
}

// first finds the first route of a request.
func (c *core) first(s *search, r *http.Request) (uint32, error) {
	s.of(c, r)
	if r.URL.RawPath == "" && c.Prefix == "" && c.trie.Broken == nil {
		if i, ok := s.Quick(r.URL.Path, method(r)); ok {
			return i, s.Err
		}
	}
	if err := c.begin(s, r); err != nil {
		return match.None, err
	}
	return s.Find(0), s.Err
}

// begin takes the path and the verb of a request.
func (c *core) begin(s *search, r *http.Request) error {
	if err := c.prepare(s, r); err != nil {
		return err
	}
	verb := method(r)
	if !s.Start(verb) && !knownVerbs[verb] {
		return errUnknownVerb
	}
	return nil
}

// next finds the first route at or behind lo; match.None if there is none. An error
// is that of the route i.
func (s *search) next(lo uint32) (i uint32, err error) {
	defer guard(&err)
	i = match.None
	i = s.Find(lo)
	return i, s.Err
}

// descend begins the search in an engine's table, below the route that mounts
// it.
func (c *core) descend(s *search, q *request) error {
	s.of(c, q.HTTP)
	s.script, s.given, s.thread = q.Script, q.Params, q.Thread
	s.Work = q.work
	if c.trie.Broken != nil {
		return c.trie.Broken
	}
	if err := s.Take(q.Path); err != nil {
		return err
	}
	s.Start(method(q.HTTP))
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
func (s *search) parameters(rt *match.Route) (*dsl.Hash, error) {
	h := dsl.NewHash(s.given.Len() + rt.Row.Defaults.Len() + len(rt.Names()))
	for _, from := range []*dsl.Hash{s.given, rt.Row.Defaults.Hash} {
		for i := range from.Len() {
			h.Set(from.At(i))
		}
	}
	for i, p := range s.Pieces {
		name := rt.Names()[i]
		if p.Start < 0 || rt.Unknown() != nil && strings.HasPrefix(name, route.RelaxedName) {
			continue
		}
		text, ok := s.Text(p)
		if !ok {
			return h, errBadPath
		}
		h.Set(dsl.Symbol(name), dsl.NewString(text))
	}
	return h, validParams(h)
}

// validParams refuses defaults that are no text, which a program may make.
func validParams(h *dsl.Hash) error {
	for i := range h.Len() {
		if _, v := h.At(i); v != nil {
			if s, ok := v.(*dsl.String); ok && !uri.ValidText(s.String()) {
				return errBadPath
			}
		}
	}
	return nil
}

// inside gives the script name and the path that a mounted endpoint sees.
func (s *search) inside() (script, path string) {
	script = strings.TrimSuffix(s.script+s.Path[:s.End], "/")
	path = s.Path[s.End:]
	if path == "" || path[0] != '/' {
		path = "/" + path
	}
	return script, path
}

// requestPath is the path of a request as Rails' PATH_INFO holds it: as it came,
// percent-encoded.
func requestPath(u *url.URL) string {
	switch {
	case u.RawPath != "":
		return u.RawPath
	case match.PlainPath(u.Path):
		return u.Path
	}
	return u.EscapedPath()
}

// knownVerbs are the methods that Rails takes; others are answered 405. Rails:
// Request::HTTP_METHODS.
var knownVerbs = func() map[string]bool {
	all := map[string]bool{}
	for _, v := range httpMethods {
		all[v] = true
	}
	return all
}()

var httpMethods = []string{
	"OPTIONS", "GET", "HEAD", "POST", "PUT", "DELETE", "TRACE", "CONNECT",
	"PROPFIND", "PROPPATCH", "MKCOL", "COPY", "MOVE", "LOCK", "UNLOCK",
	"VERSION-CONTROL", "REPORT", "CHECKOUT", "CHECKIN", "UNCHECKOUT", "MKWORKSPACE", "UPDATE", "LABEL", "MERGE",
	"BASELINE-CONTROL", "MKACTIVITY", "ORDERPATCH", "ACL", "SEARCH", "MKCALENDAR", "PATCH",
}

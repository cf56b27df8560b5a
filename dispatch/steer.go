package dispatch

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"signalbox/dispatch/internal/match"
	"signalbox/dispatch/internal/rack"
	"signalbox/dsl"
	"signalbox/expand/check"
	"signalbox/expand/route"
	"signalbox/grammar"
	"signalbox/internal/uri"
)

// A steered is a redirect of which a client chooses the host, with the request that
// proves it.
type steered struct {
	row      *route.Route
	asked    string // `GET /old/%2Fevil%2Eexample`
	by       string // the header that chooses; "" for the address itself
	location string
	guarded  bool // constraints decide whether the request gets there
}

// stranger is a host that no application names.
const stranger = "evil.example"

// steering are texts that lead to another host if they stand at the right place in
// an address: behind a slash, the scheme, the user, the host, or alone.
var steering = []string{
	"/" + stranger, "//" + stranger, stranger, stranger + "/", stranger + "/x", stranger + "?", stranger + "#", "." + stranger, "@" + stranger,
	"80@" + stranger, ":@" + stranger, "https://" + stranger, "https://" + stranger + "/",
}

// steerLimits bound the blocks that are tried, maxSteered the requests.
var steerLimits = dsl.Limits{Steps: 5_000, Depth: 100, Memory: 1 << 20}

const maxSteered = 20_000

// A steerer tries redirects.
type steerer struct {
	m     *Matcher
	b     match.Singles
	tried int
}

// steerable finds the redirects of a table of which a client chooses the host, with a
// request for each, and the others that lead to the host that the request names.
func (c *core) steerable() (found []*steered, follows []*route.Route) {
	for _, inner := range c.engines {
		own := *inner
		own.settings = settings{Settings: rack.Settings{Limits: steerLimits, Guess: true}}
		s := &steerer{m: &Matcher{&own}, b: match.NewSingles()}
		for _, rt := range inner.trie.Routes {
			e := rt.Row.Endpoint
			if e.Kind != route.Redirects || unknownTarget(e.Redirect) || dsl.IsUnknown(e.Redirect.Block) {
				continue
			}
			switch one := s.route(rt); {
			case one == nil:
			case one.by == "X-Forwarded-Host":
				follows = append(follows, rt.Row)
			default:
				found = append(found, one)
			}
		}
	}
	slices.SortFunc(follows, func(a, b *route.Route) int { return a.Pos.Compare(b.Pos) })
	return found, follows
}

// route tries what may steer one redirect; nil for nothing.
func (s *steerer) route(rt *match.Route) *steered {
	x := s.b.Alone(rt)
	if x == nil {
		return nil
	}
	plain, ok := x.Path("", "")
	if !ok {
		return nil
	}
	for i, name := range x.Route.Names() {
		if slices.Contains(x.Route.Names()[:i], name) || name == "format" {
			continue
		}
		for _, text := range steering {
			for _, escaped := range []string{uri.Escape(text, ""), uri.Escape(text, "./"), uri.Escape(text, ".")} {
				if path, ok := x.Path(name, escaped); ok {
					if one := s.try(x, path, "", ""); one != nil {
						return one
					}
				}
			}
		}
	}
	if one := s.sources(x, plain); one != nil {
		return one
	}
	return s.try(x, plain, "X-Forwarded-Host", stranger)
}

// sources tries the query, as a whole and as parameters, the headers and the cookies that
// a block names.
func (s *steerer) sources(x *match.Single, path string) *steered {
	block, ok := x.Route.Row.Endpoint.Redirect.Block.(*dsl.Proc)
	if !ok {
		return nil
	}
	names := literalNames(block)
	headers := []string{"Referer", "Origin", "User-Agent"}
	for _, name := range names {
		headers = append(headers, strings.ReplaceAll(strings.TrimPrefix(name, "HTTP_"), "_", "-"))
	}
	if len(names) == 0 {
		names = []string{"to"} // r.params.values.first
	}
	for _, text := range steering {
		var query []string
		for _, name := range names {
			query = append(query, url.QueryEscape(name)+"="+url.QueryEscape(text))
		}
		for _, query := range []string{strings.Join(query, "&"), text} {
			if one := s.try(x, path+"?"+query, "", ""); one != nil {
				return one
			}
		}
		for _, header := range headers {
			if one := s.try(x, path, header, text); one != nil {
				return one
			}
		}
		if one := s.try(x, path, "Cookie", strings.Join(query, "; ")); one != nil {
			return one
		}
	}
	return nil
}

// maxNames bounds the names that are tried.
const maxNames = 16

// literalNames are the strings and symbols in a block that may name a parameter or a
// header.
func literalNames(p *dsl.Proc) (names []string) {
	body := p.Body()
	if body == nil {
		return nil
	}
	grammar.Walk(body, func(n grammar.Node) {
		name := ""
		switch n := n.(type) {
		case *grammar.Str:
			name = n.Value
		case *grammar.Sym:
			name = n.Name
		}
		if name != "" && len(names) < maxNames && !strings.ContainsAny(name, " /:?#&=%[]") && !slices.Contains(names, name) {
			names = append(names, name)
		}
	})
	return names
}

// try asks a redirect with one request; nil if it does not lead to the stranger.
func (s *steerer) try(x *match.Single, target, header, text string) *steered {
	if s.tried++; s.tried > maxSteered {
		return nil
	}
	row := x.Route.Row
	verb := "GET"
	if verbs := row.Verbs; len(verbs) > 0 {
		verb = verbs[0]
	}
	r := NewRequest(verb, target, hostFor(row, "www.example.com"))
	if header != "" {
		r.Header.Set(header, text)
	}
	location, err := s.location(x, r)
	if err != nil || !leadsAway(location) || s.taken(row, r) {
		return nil
	}
	guarded := len(row.Callables) > 0 || row.Constraints.Len() > 0
	return &steered{row: row, asked: verb + " " + target, by: header, location: location, guarded: guarded}
}

// taken reports whether a route before takes a request.
func (s *steerer) taken(row *route.Route, r *http.Request) bool {
	found := s.m.Match(r)
	return found.Route != nil && found.Route != row && found.Inner != row && found.Route.Index < row.Index
}

// location is where a redirect leads a request; its constraints are not asked.
func (s *steerer) location(x *match.Single, r *http.Request) (location string, err error) {
	defer guard(&err)
	q := &search{}
	if err := s.m.core.prepare(q, r); err != nil {
		return "", err
	}
	if ok, err := q.Recognizes(x.Route); !ok || err != nil {
		return "", err
	}
	if ok, err := q.CaptureAlone(x.Route); !ok || err != nil {
		return "", err
	}
	q.Start(method(r))
	params, err := q.parameters(x.Route)
	if err != nil {
		return "", err
	}
	req := q.request()
	req.Params, req.Script, req.Path = params, q.script, q.Path
	a, err := req.Redirect(x.Route.Row.Endpoint.Redirect)
	if err != nil {
		return "", err
	}
	return a.Header.Get("Location"), nil
}

// leadsAway reports whether a location is at the stranger's.
func leadsAway(location string) bool {
	u, err := url.Parse(location)
	if err != nil {
		return false
	}
	host := strings.ToLower(u.Hostname())
	return host == stranger || strings.HasSuffix(host, "."+stranger)
}

// hostFor is a host that the conditions of a route allow, if they name one; else the given one.
func hostFor(row *route.Route, host string) string {
	for _, name := range []string{"host", "domain", "subdomain"} {
		text, ok := match.TextConstraint(row.Constraints.Hash, name)
		switch {
		case !ok:
		case name == "subdomain":
			host = text + "." + rack.Domain(host, 1)
		default:
			host = text
		}
	}
	return strings.TrimPrefix(host, ".")
}

// finding is what `routes check` says of it.
func (s *steered) finding() check.Finding {
	asked := s.asked
	if s.by != "" {
		asked += " with " + s.by
	}
	f := check.Finding{
		Kind: OpenRedirect, Severity: route.Warning, Pos: s.row.Declared(), Routes: []*route.Route{s.row},
	}
	if s.guarded {
		asked += ", if the constraints admit it,"
	}
	f.Summary = fmt.Sprintf("%s redirects to a host of the client's choice: %s leads to %s; name the host, or put a segment in front (/to/%%{x})", match.PatternOf(s.row), asked, s.location)
	return f
}

// followsHost is the finding about the redirects that lead to the host which the
// request names.
func followsHost(rows []*route.Route) check.Finding {
	what := "1 redirect leads"
	if n := len(rows); n > 1 {
		what = fmt.Sprintf("%d redirects lead", n)
	}
	return check.Finding{
		Kind: OpenRedirect, Severity: route.Note, Pos: rows[0].Declared(), Routes: rows,
		Summary: what + " to the host that the request names in Host or X-Forwarded-Host; list the hosts in dispatch.Hosts, and in config.hosts of Rails",
	}
}

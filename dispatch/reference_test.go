package dispatch

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/julienschmidt/httprouter"

	"signalbox/dispatch/internal/match"
	"signalbox/dispatch/internal/rack"
	"signalbox/dsl"
	"signalbox/expand"
	"signalbox/expand/route"
)

// A reference is Rails' router written down plainly: every route is asked, in
// order. Journey's automaton runs as the nondeterministic automaton it was made
// of, one route at a time.
type reference struct{ rows []*route.Route }

// answer is a route with the parameters of its path; params is nil where Rails
// raises.
type referenceAnswer struct {
	Route  int
	Params map[string]string
}

// answers lists the routes that get a request, one after the other: of those that a
// host admits, as conditions on the request decide whether a HEAD has a route of its
// own; without a host of all. Rails: Journey::Router#recognize, #match_head_routes.
func (f *reference) answers(verb, path, host string) []referenceAnswer {
	var fits []*route.Route
	for _, r := range f.rows {
		if f.fits(r, path) && (host == "" || admitsHost(r, host)) {
			fits = append(fits, r)
		}
	}
	named := func(v string) (some []*route.Route) {
		for _, r := range fits {
			if slices.Contains(r.Verbs, v) || len(r.Verbs) == 0 && v != "HEAD" {
				some = append(some, r)
			}
		}
		return some
	}
	list := named(verb)
	if verb == "HEAD" && list == nil {
		list = named("GET")
	}
	var all []referenceAnswer
	for _, r := range list {
		all = append(all, referenceAnswer{r.Index, f.params(r, path)})
	}
	return all
}

// admitsHost reports whether the conditions on the request hold.
func admitsHost(r *route.Route, host string) bool {
	if v, ok := r.Constraints.Sym("subdomain"); ok && !strings.HasPrefix(host, rack.TextOf(v)+".") {
		return false
	}
	_, ok := r.Constraints.Sym("host")
	return !ok || strings.HasPrefix(host, "www")
}

// first is the first of the answers whose lambdas say yes; -1 without one, or if
// Rails raises before.
func (f *reference) first(answers []referenceAnswer, host string) (first int, raises bool) {
	for _, a := range answers {
		r := f.rows[a.Route]
		if a.Params == nil {
			return -1, true
		}
		_, q := a.Params["q"]
		switch {
		case len(r.Callables) == 0:
		case r.Callables[0].(*dsl.Proc).Arity() == 1 && a.Params["p"] != "a", r.Callables[0].(*dsl.Proc).Arity() == 2 && (q || len(host) <= 11):
			continue
		}
		return a.Route, false
	}
	return -1, false
}

// fits tells whether the automaton accepts, or for custom routes the regular
// expression. Rails: Router#filter_routes, Routes#partition_route.
func (f *reference) fits(r *route.Route, path string) bool {
	if !r.Anchored || f.custom(r) {
		m, err := r.Regexp().Match(path, 0)
		return err == nil && m != nil
	}
	return f.accept(r, r.Path.Tree(), path, 0, func(pos int) bool { return pos == len(path) })
}

// custom is !Pattern#requirements_anchored?.
func (f *reference) custom(r *route.Route) bool {
	var list []*route.Node
	var add func(n *route.Node)
	add = func(n *route.Node) {
		if len(n.Children) == 0 {
			list = append(list, n)
		}
		for _, c := range n.Children {
			add(c)
		}
	}
	add(r.Path.Tree())
	for i, n := range list {
		if i == 0 || n.Kind == route.Dot || n.Kind == route.Slash {
			continue
		}
		if list[i-1].Kind == route.Literal || i+1 < len(list) && list[i+1].Kind == route.Literal {
			return true
		}
	}
	return false
}

// accept runs one node from pos on. Rails: GTG::TransitionTable#move.
func (f *reference) accept(r *route.Route, n *route.Node, path string, pos int, then func(int) bool) bool {
	switch n.Kind {
	case route.Seq:
		return f.sequence(r, n.Children, path, pos, then)
	case route.Group:
		return f.accept(r, n.Children[0], path, pos, then) || then(pos)
	case route.Or:
		for _, c := range n.Children {
			if f.accept(r, c, path, pos, then) {
				return true
			}
		}
		return false
	case route.Segment, route.Glob:
		return f.parameter(r, n, path, pos, then)
	}
	return strings.HasPrefix(path[pos:], n.Text) && f.token(path, pos) == pos+len(n.Text) && then(pos+len(n.Text))
}

func (f *reference) sequence(r *route.Route, nodes []*route.Node, path string, pos int, then func(int) bool) bool {
	if len(nodes) == 0 {
		return then(pos)
	}
	return f.accept(r, nodes[0], path, pos, func(p int) bool { return f.sequence(r, nodes[1:], path, p, then) })
}

func (f *reference) parameter(r *route.Route, n *route.Node, path string, pos int, then func(int) bool) bool {
	v, ok := r.Requirements.Sym(n.Name())
	re, _ := v.(*dsl.Regexp)
	switch {
	case !ok && n.Kind == route.Glob:
		re = dsl.NewRegexp("(.+)", 0)
	case !ok || re.Source == `[^.\/?]+`:
		end := f.token(path, pos)
		return end > pos && path[pos] != '/' && path[pos] != '.' && then(end)
	}
	whole := dsl.NewRegexp(`\A`+re.ToS()+`\Z`, 0)
	for end := f.token(path, pos); end > pos; {
		if m, _ := whole.Match(path[pos:end], 0); m != nil && then(end) {
			return true
		}
		next := f.token(path, end)
		if next == end {
			break
		}
		end = next
	}
	if n.Kind == route.Glob && ok {
		if m, _ := re.Match("", 0); m != nil {
			return then(pos)
		}
	}
	return false
}

// token is the end of the token at pos. Rails: GTG::Simulator#memos.
func (f *reference) token(path string, pos int) int {
	if pos == len(path) {
		return pos
	}
	if path[pos] == '/' || path[pos] == '.' {
		return pos + 1
	}
	for pos < len(path) && path[pos] != '/' && path[pos] != '.' {
		pos++
	}
	return pos
}

// params are the captures of the regular expression, found by the offsets.
// Rails: Path::Pattern::MatchData#[].
func (f *reference) params(r *route.Route, path string) map[string]string {
	m, err := r.Regexp().Match(path, 0)
	if err != nil || m == nil {
		return nil
	}
	all := map[string]string{}
	offset := 0
	for i, name := range r.Path.Names() {
		if g := 2 * (i + 1 + offset); g+1 < len(m) && m[g] >= 0 {
			all[name] = path[m[g]:m[g+1]]
		}
		if v, ok := r.Requirements.Sym(name); ok {
			empty, _ := dsl.NewRegexp(v.(*dsl.Regexp).ToS()+"|", 0).Match("", 0)
			offset += len(empty)/2 - 1
		}
	}
	return all
}

// trieAnswers is what the trie gives for the same question.
func trieAnswers(t *match.Trie, verb, path string) (all []referenceAnswer) {
	s := match.Search{Trie: t}
	if s.Take(path) != nil {
		return nil
	}
	s.Start(verb)
	for lo := uint32(0); ; {
		i := s.Find(lo)
		if i == match.None {
			return all
		}
		rt := t.Routes[i]
		a := referenceAnswer{Route: int(i)}
		if ok, err := s.Capture(rt); ok && err == nil {
			a.Params = map[string]string{}
			for j, name := range rt.Names() {
				if p := s.Pieces[j]; p.Start >= 0 {
					a.Params[name] = s.Path[p.Start:p.End]
				}
			}
		}
		all = append(all, a)
		lo = i + 1
	}
}

// ---- random tables

// A dice makes choices of bytes.
type dice struct{ bytes []byte }

func (d *dice) roll(n int) int {
	if len(d.bytes) == 0 {
		return 0
	}
	b := int(d.bytes[0])
	d.bytes = d.bytes[1:]
	return b % n
}

func pick[T any](d *dice, list ...T) T { return list[d.roll(len(list))] }

// patterns of requirements: with and without separators, groups, backtracking,
// the empty text, and what only Ruby's regular expressions can say.
var diceRequirements = []string{
	`\d+`, `[a-z]+`, `[^\/]+`, `.+`, `.+?`, `a|b|ab`, `(a)(b)?`, `\d*`, `.*`, `[a-z.]+`, `[a-z\/]+?`, `a.b`, `(?:a|a\/b)`,
	`(\w)\1`, `(?=a)\w+`, `(?!a)\w+`, `\w++`, `[^.]+`, `\h{2}`, `(?<n>\w)\d*`, `(?i)A+`, `[a-z]+(\/[a-z]+)*`, `[^.\/?]+`, `a?`, `1|12|12\.a`,
	`\w+(?!\/a)`, `[a-z]+(?<!b)`, `(?<!a\/)\w+`, `(?!a\/b)[a-z\/]+`, `\w+\b`, `(?>a|ab)1?`, `(?:a(?=b|\/)|b|\/(?!a))+`, `.+(?<!\.a|1)`, `[a-z\/]+(?<=b)`,
	`(?!a\/)[ab1]+(?:\/(?!b)[ab1.]+(?<!\.a))*`, `(?<=\/)a\w*`, `\w+\B`,
}

var diceTexts = []string{"a", "b", "ab", "1", "12", "c"}

var diceHosts = []string{"www.example.com", "api.example.com", "example.com"}

// diceConditions are those that a reference can answer as well, by their text;
// diceEnds endpoints other than controllers.
var (
	diceConditions = []string{`{ subdomain: "api" }`, `{ host: /^www/ }`, `->(r) { r.path_parameters[:p] == "a" }`, `->(p, r) { !p.key?(:q) && r.host.size > 11 }`}
	// railsConditions and railsEnds are for Rails to judge.
	railsConditions = append([]string{
		`{ method: "GET" }`, `{ method: "HEAD" }`, `{ method: %w[GET HEAD] }`, `{ request_method: "GET" }`, `{ protocol: "https://" }`, `{ domain: "example.com" }`,
		`{ host: "app.example" }`, `{ port: 80 }`, `->(r) { r.method == "GET" }`, `->(r) { r.head? }`, `->(r) { r.params[:k].to_s == "v" }`, `->(p, r) { r.query_parameters.size < 2 }`,
	}, diceConditions...)
	railsEnds = append([]string{
		`redirect { |p, r| "/#{r.method}/#{r.request_method}/#{r.get?}" }`, `redirect { |p, r| "//#{r.host}:#{r.port}/#{r.params.to_query.size}" }`, `redirect("/%{p}")`, `redirect("%{g}")`,
		`redirect(host: "h.example", path: "%{p}")`, `redirect { |p, r| r.url.sub(/\?.*/m, "")[0, 100] }`, `redirect("https://%{q}.example/")`,
	}, diceEnds...)
	diceEnds = []string{
		`redirect("/to/%{p}?%{q}")`, `redirect(path: "/to", subdomain: "moved", status: 302)`, `redirect { |p, r| "/#{p.keys.join}#{r.path}" }`,
		`->(env) { [404, { "X-Cascade" => "pass" }, []] }`,
	}
)

// table writes a routes file; with ends, one of redirects and more, too.
func (d *dice) table(ends bool) string {
	var b strings.Builder
	for i := range 1 + d.roll(10) {
		path, names := d.path(0)
		var options []string
		for _, n := range names {
			if d.roll(2) == 0 {
				options = append(options, n+": /"+pick(d, diceRequirements...)+"/")
			}
		}
		options = append(options, pick(d, []string{}, []string{"format: false"}, []string{"format: true"}, []string{"anchor: false"})...)
		conditions, others := diceConditions, diceEnds
		if ends {
			conditions, others = railsConditions, railsEnds
		}
		if d.roll(4) == 0 {
			options = append(options, "constraints: "+pick(d, conditions...))
		}
		verb := pick(d, "via: :get", "via: :all", "via: :head", "via: [:get, :post]", "via: :delete")
		to := fmt.Sprintf(`"c#r%d"`, i)
		if ends && d.roll(3) == 0 {
			to = pick(d, others...)
		}
		fmt.Fprintf(&b, "match %q, %s\n", path, strings.Join(append(options, verb, "to: "+to), ", "))
	}
	return b.String()
}

func (d *dice) path(depth int) (path string, names []string) {
	var b strings.Builder
	for range 1 + d.roll(4) {
		b.WriteString(pick(d, "/", "/", "/", ".", "", "-"))
		switch d.roll(6) {
		case 0, 1:
			b.WriteString(pick(d, diceTexts...))
		case 2, 3:
			b.WriteString(d.name(":", &names, "p", "q", "r", "s"))
		case 4:
			b.WriteString(d.name("*", &names, "g", "h"))
		case 5:
			if depth < 2 {
				inner, more := d.path(depth + 1)
				if !slices.ContainsFunc(more, func(n string) bool { return slices.Contains(names, n) }) {
					names = append(names, more...)
					b.WriteString("(" + inner + ")")
				}
			}
		}
	}
	if b.Len() == 0 {
		return "/a", names
	}
	return b.String(), names
}

// name is a parameter, mostly one that the path does not have yet.
func (d *dice) name(sigil string, names *[]string, all ...string) string {
	n := pick(d, all...)
	switch twice := slices.Contains(*names, n); {
	case twice && d.roll(3) > 0:
		return ""
	case !twice:
		*names = append(*names, n)
	}
	return sigil + n
}

func (d *dice) requestPath() string {
	var b strings.Builder
	for range d.roll(6) {
		b.WriteString(pick(d, "/", "/", "/", ".", "-", "") + pick(d, "a", "b", "ab", "1", "12", "c", "aa", "A", "%41", "é", "json", ""))
	}
	return "/" + b.String()
}

// hostilePath is a path as attackers write them: long, doubled, escaped.
func (d *dice) hostilePath() string {
	var b strings.Builder
	for range 1 + d.roll(4) {
		part := pick(d, "/", "//", "/a", "/a/b", "/1", ".", ".json", "/%2F", "/%2e%2E", "/%41", "/%c3%a9", "/a%00", "-", "/a.b", "/%", "/%zz", "/a%20b", "/A+b", "/:p", "/*g", "/(a)", "/~", "/%2Fevil%2Eexample")
		b.WriteString(strings.Repeat(part, pick(d, 1, 1, 1, 2, 3, 40, 300)))
	}
	if path := b.String(); path[0] == '/' {
		return path
	}
	return "/" + b.String()
}

// query is a query with parameters of every form, sometimes thousands of them.
func (d *dice) query() string {
	pair := pick(d, "a=1", "a[b]=2", "a[]=3", "k=v", "k=v&k=w", "a[b][]=1&a[b][]=2", "x", "=", "a=%41+b", "a[", "a[b]=1&a=2", "é=1", "a=%", "p=2")
	return strings.TrimSuffix(strings.Repeat(pair+"&", pick(d, 0, 0, 1, 2, 30, 2000)), "&")
}

// The trie gives the routes, in the order and with the parameters, that Rails'
// router gives.
func FuzzDispatch(f *testing.F) {
	for seed := range 200 {
		bytes := make([]byte, 160)
		x := uint32(seed*2654435761 + 1)
		for i := range bytes {
			x ^= x << 13
			x ^= x >> 17
			x ^= x << 5
			bytes[i] = byte(x >> 8)
		}
		f.Add(bytes)
	}
	file := filepath.Join(f.TempDir(), "routes.rb")
	var actions []Option
	for i := range 10 {
		actions = append(actions, Action(fmt.Sprint("c#r", i), func(w http.ResponseWriter, _ *http.Request, _ httprouter.Params) {
			fmt.Fprint(w, "r", i)
		}))
	}
	f.Fuzz(func(t *testing.T, bytes []byte) {
		d := &dice{bytes}
		text := d.table(false)
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		table, err := expand.Load(file, expand.Options{})
		if err != nil {
			t.Skip(err)
		}
		trie, unmatchable := match.Compile(table)
		if unmatchable != nil {
			t.Skip(unmatchable[0])
		}
		m, err := NewMatcher(table)
		if err != nil {
			t.Fatal(err)
		}
		h, err := New(table, actions...)
		if err != nil {
			t.Fatal(err)
		}
		reference := &reference{table.Routes}
		for range 12 {
			path := d.requestPath()
			verb := pick(d, "GET", "POST", "HEAD", "DELETE", "OPTIONS")
			want := reference.answers(verb, match.NormalizePath(path), "")
			if diff := cmp.Diff(want, trieAnswers(trie, verb, path)); diff != "" {
				t.Fatalf("%s %s in\n%s(-Rails +trie)\n%s", verb, path, text, diff)
			}
			host := pick(d, diceHosts...)
			first, raises := reference.first(reference.answers(verb, match.NormalizePath(path), host), host)
			if got := m.Match(NewRequest(verb, path, host)); !raises && (got.Route == nil) != (first < 0) || got.Route != nil && got.Route.Index != first {
				t.Fatalf("%s http://%s%s in\n%s leads to %v, want %d", verb, host, path, text, got.Route, first)
			}
			w := httptest.NewRecorder()
			h.ServeHTTP(w, NewRequest(verb, path, host))
			if got, want := w.Body.String(), fmt.Sprint("r", first); !raises && first >= 0 && w.Code == 200 && got != want {
				t.Fatalf("%s http://%s%s in\n%s is served by %q, want %q", verb, host, path, text, got, want)
			}
		}
	})
}

package urls

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"signalbox/expand"
	"signalbox/expand/route"
	"signalbox/internal/testservice"
)

// TestRandomHelpersAgainstRails asks real Rails what helpers of random tables return; it is
// run by scripts/judge/run rails helpers.
func TestRandomHelpersAgainstRails(t *testing.T) {
	rails := testservice.NewRails(t, "rails helpers")
	asked := 0
	for _, random := range rails.Tables() {
		asked += compareHelpers(t, rails, chooser{random})
	}
	t.Logf("%d calls", asked)
}

// callsOfTable is how many calls each table gets.
const callsOfTable = 150

// compareHelpers makes a table and calls; what package expand refuses, Rails refuses too.
func compareHelpers(t *testing.T, rails testservice.Rails, c chooser) int {
	t.Helper()
	file, text := filepath.Join(t.TempDir(), "routes.rb"), c.routes()
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	var calls [][]byte
	table, refusal := expand.Load(file, expand.Options{})
	for range callsOfTable {
		if refusal != nil {
			break
		}
		line, err := json.Marshal(c.call(table))
		if err != nil {
			t.Fatal(err)
		}
		calls = append(calls, line)
	}
	answers, err := rails.Answers(file, calls)
	if (err != nil) != (refusal != nil) {
		t.Errorf("Rails: %.2000v\nsignalbox: %v\n%s", err, refusal, text)
		return 0
	}
	for i, call := range calls {
		q, answer := question(t, call), question(t, answers[i])
		q.Expect = &answer
		if answer.Error == "FrozenError" {
			continue // Rails adds the query to its own "/", where trailing_slash makes an empty path one
		}
		if diff := q.difference(table); diff != "" {
			t.Errorf("%s\nin the table of\n%s", diff, text)
			break
		}
	}
	return len(calls)
}

// A chooser makes tables and calls by chance.
type chooser struct{ *rand.Rand }

func choose[T any](c chooser, list ...T) T { return list[c.IntN(len(list))] }

// some is what is left of a list when each is kept with one chance in n.
func some[T any](c chooser, n int, list ...T) (kept []T) {
	for _, item := range list {
		if c.IntN(n) == 0 {
			kept = append(kept, item)
		}
	}
	return kept
}

// routes writes a routes file.
func (c chooser) routes() string {
	var b strings.Builder
	for range 2 + c.IntN(5) {
		c.statement(&b, 0)
	}
	return b.String()
}

func (c chooser) statement(b *strings.Builder, depth int) {
	switch n := c.IntN(8); {
	case n < 3 || depth > 2:
		c.match(b)
	case n < 6:
		c.resources(b, depth)
	case n == 6:
		c.block(b, depth, choose(c, `namespace :admin`, `namespace "api/v1"`, `namespace :admin, path: ":tenant"`, `scope "(:locale)", locale: /en|de/`, `scope ":tenant"`,
			`scope path: "/~:user", as: "home"`, `scope "(/:a(/:b))", as: :deep`, `scope module: :inner`, `scope ":year/:month", constraints: { year: /\d{4}/, month: /\d+/ }`,
			`defaults(format: "json")`, `scope format: false`, `scope ":locale", defaults: { locale: "en" }`, `scope shallow_path: "s", shallow_prefix: "x"`, `controller :pages`,
			`constraints(subdomain: "api")`, `constraints(id: /\d+/)`, `scope "x", id: /[a-z]+/`, `scope param: :key`))
	default:
		fmt.Fprintln(b, choose(c, `root "home#index"`, `direct(:home) { "https://h.example/" }`, `direct(:item) { |id, options| options.merge(controller: "items", action: "show", id: id) }`,
			`direct(:paged, page: 1) { |options| "/paged/#{options[:page]}" }`, `match "any(/:id)", to: "any#show", via: :all, as: :any`))
	}
}

func (c chooser) block(b *strings.Builder, depth int, head string) {
	fmt.Fprintln(b, head, "do")
	for range 1 + c.IntN(3) {
		c.statement(b, depth+1)
	}
	fmt.Fprintln(b, "end")
}

func (c chooser) match(b *strings.Builder) {
	names := some(c, 2, "id", "x", "y", "rest", "locale")
	var path strings.Builder
	closing := 0
	for _, name := range names {
		if c.IntN(4) == 0 {
			path.WriteString("(")
			closing++
		}
		path.WriteString(choose(c, "/", "/", "/a/", "/b-", ".", "-"))
		path.WriteString(choose(c, ":", ":", ":", "*") + name)
		if closing > 0 && c.IntN(2) == 0 {
			path.WriteString(")")
			closing--
		}
	}
	path.WriteString(strings.Repeat(")", closing))
	options := []string{`to: "` + choose(c, "items", "pages", "a/b") + "#" + choose(c, "show", "index", "list") + `"`}
	options = append(options, some(c, 5, `format: false`, `format: true`, `format: /json|xml/`, `defaults: { x: "1" }`, `x: /\d+/`, `id: /[^\/]+/`, `constraints: { y: /a.b|c/ }`, `defaults: { format: "json" }`,
		`rest: /.+?/`, `trailing_slash: true`, `defaults: { z: 1 }`, `script_name: "/s"`, `as: nil`, `subdomain: "s"`)...)
	as := choose(c, "page", "item", "list", "found", "other")
	if !strings.Contains(strings.Join(options, ""), "as: nil") {
		options = append(options, "as: :"+as)
	}
	fmt.Fprintf(b, "get %q, %s\n", choose(c, "", as)+path.String(), strings.Join(options, ", "))
}

func (c chooser) resources(b *strings.Builder, depth int) {
	name := choose(c, "posts", "comments", "people", "sheep", "items", "user_groups")
	word := choose(c, "resources", "resources", "resource")
	options := some(c, 6, `only: [:show, :edit]`, `except: :destroy`, `path: "p"`, `as: :things`, `param: :slug`, `path_names: { new: "neu", edit: "aendern" }`, `shallow: true`, `constraints: { id: /\d+/ }`,
		`controller: "other"`, `module: :inner`, `format: false`, `defaults: { format: "json" }`, `id: /[^\/]+/`, `path: "(:locale)/p"`, `path: ""`)
	head := strings.Join(append([]string{word + " :" + name}, options...), ", ")
	if depth > 1 || c.IntN(2) == 0 {
		fmt.Fprintln(b, head)
		return
	}
	fmt.Fprintln(b, head, "do")
	for _, line := range some(c, 3, `get :preview, on: :member`, `get "search(/:q)", on: :collection, action: :search`, `get :draft, on: :new`, `post :publish, on: :member, as: :release`, `get "by/:x", to: "by#x", as: :by`,
		`member { get "more/*rest", action: :more, as: :more }`, `root to: "inside#index"`) {
		fmt.Fprintln(b, line)
	}
	for range c.IntN(3) {
		c.statement(b, depth+1)
	}
	fmt.Fprintln(b, "end")
}

// A call is a line of the form that urlQuestion reads.
type call map[string]any

var (
	argValues   = []any{1, 2, "x", "a b", "2024", "12", "en", "ab", "c/d", "ü"}
	otherValues = []any{"", nil, true, false, 1.5, []any{"a", "b"}, []any{"a", nil}, "x.y", "1-a", ".", "..", "/", "%41", "a?b#c", "a:b;c,d+e=f&g@h!", -3, "axb", " "}
	optionNames = []string{"id", "x", "y", "rest", "locale", "tenant", "user", "format", "year", "month", "slug", "post_id", "page", "q", "a", "b"}
)

func (c chooser) value() any {
	if c.IntN(3) > 0 {
		return choose(c, argValues...)
	}
	return choose(c, otherValues...)
}

func (c chooser) call(table *route.Table) call {
	asked := call{"args": []any{}, "params": map[string]any{}}
	c.context(asked)
	if names := Names(table); c.IntN(4) > 0 && len(names) > 0 {
		c.named(asked, table, choose(c, names...))
	} else {
		c.byOptions(asked, table)
	}
	return asked
}

func (c chooser) named(asked call, table *route.Table, name string) {
	asked["name"], asked["kind"] = name, choose(c, "path", "path", "url")
	want := c.IntN(3)
	params := c.options(c.IntN(3))
	if r := table.Named(name); r != nil {
		want = choose(c, len(r.RequiredParts()), len(r.RequiredParts()), len(r.Placeholders()), c.IntN(4))
		if c.IntN(4) == 0 {
			want = 0
			for _, part := range r.Placeholders() {
				params[part] = c.value()
			}
		}
	}
	args := make([]any, want)
	for i := range args {
		args[i] = c.value()
	}
	if c.IntN(3) == 0 {
		params = map[string]any{}
	}
	asked["args"], asked["params"] = args, params
}

// byOptions has the parts of a route by their names, as url_for takes them.
func (c chooser) byOptions(asked call, table *route.Table) {
	params := c.options(c.IntN(3))
	if len(table.Routes) > 0 {
		r := choose(c, table.Routes...)
		for _, part := range r.Placeholders() {
			if c.IntN(5) > 0 {
				params[part] = c.value()
			}
		}
		if r.Controller() != "" && c.IntN(5) > 0 {
			params["controller"] = choose(c, r.Controller(), r.Controller(), "/"+r.Controller())
		}
		if r.Action() != "" && c.IntN(5) > 0 {
			params["action"] = r.Action()
		}
	}
	asked["call"] = choose(c, "path_for", "url_for")
	asked["params"] = params
}

func (c chooser) options(n int) map[string]any {
	params := map[string]any{}
	for range n {
		if c.IntN(2) == 0 {
			params[choose(c, optionNames...)] = c.value()
			continue
		}
		name, values := urlOption(c)
		params[name] = choose(c, values...)
	}
	return params
}

// urlOption is an option that url_for itself reads, and values for it.
func urlOption(c chooser) (string, []any) {
	all := []struct {
		name   string
		values []any
	}{
		{"anchor", []any{"top", "a b/?#", nil}},
		{"host", []any{"h.example", "h.example:8080", "1.2.3.4", "a.b.example.co.uk"}},
		{"protocol", []any{"https", "http://", "//", false}},
		{"port", []any{443, 80, "8080"}},
		{"subdomain", []any{"s", false, nil, "a.b"}},
		{"domain", []any{"d.example"}},
		{"tld_length", []any{2}},
		{"trailing_slash", []any{true, false}},
		{"only_path", []any{true, false}},
		{"script_name", []any{"/app", "/app/", ""}},
		{"user", []any{"u:x"}},
		{"password", []any{"p@"}},
		{"params", []any{map[string]any{"z": 1}, map[string]any{"id": 1}}},
		{"format", []any{"json", "xml", nil, "a b"}},
		{"q", []any{map[string]any{"c": map[string]any{"d": []any{1, nil}}}, []any{}, map[string]any{}}},
		{"use_route", []any{"page"}},
		{"_recall", []any{map[string]any{}}},
	}
	o := choose(c, all...)
	return o.name, o.values
}

// context is where the helper is called: default_url_options, and the request that is answered.
func (c chooser) context(asked call) {
	asked["defaults"] = choose(c, map[string]any{}, map[string]any{"host": "www.example.com"}, map[string]any{"host": "x.example", "protocol": "https", "locale": "de", "tenant": "acme"},
		map[string]any{"host": "x.example", "trailing_slash": true}, map[string]any{"locale": "en", "format": "json"}, map[string]any{"script_name": "/base"})
	if c.IntN(3) > 0 {
		return
	}
	asked["on"] = "request"
	asked["request"] = choose(c, map[string]any{"host": "req.example"}, map[string]any{"host": "req.example", "port": 3000, "protocol": "http://"}, map[string]any{"host": "req.example", "protocol": "https://", "script_name": "/app"})
	recall := map[string]any{"controller": choose(c, "items", "pages", "posts", "admin/posts"), "action": choose(c, "show", "index", "list")}
	for _, name := range some(c, 4, "id", "x", "y", "locale", "tenant", "post_id", "year", "month", "format", "user", "rest") {
		recall[name] = choose(c, "1", "x", "en", "2024", "12")
	}
	asked["recall"] = recall
}

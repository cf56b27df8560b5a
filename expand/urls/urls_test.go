package urls

import (
	"errors"
	"fmt"
	"math"
	"net/netip"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"signalbox/dsl"
	"signalbox/expand"
	"signalbox/expand/route"
)

type (
	post    struct{ ID int }
	comment struct {
		Id   int64
		Body string
	}
	slugged  struct{ Slug string }
	embedded struct{ *post }
	priority int
	word8    string
)

func (s slugged) ToParam() string { return s.Slug }
func (l priority) String() string { return [...]string{"low", "high"}[l] }

// TestValues tells what becomes of Go's values in a path and in a query.
func TestValues(t *testing.T) {
	table := load(t, `Rails.application.routes.draw { get "p/:id", to: "p#show", as: :p }`)
	for _, c := range []struct {
		value any
		want  string
	}{
		{1, "/p/1"},
		{int8(-2), "/p/-2"},
		{uint64(math.MaxUint64), "/p/18446744073709551615"},
		{1.5, "/p/1.5"},
		{float32(0.1), "/p/0.1"},
		{2.0, "/p/2.0"},
		{"a b/c", "/p/a%20b%2Fc"},
		{word8("w"), "/p/w"},
		{[]byte("b"), "/p/b"},
		{dsl.Symbol("s"), "/p/s"},
		{priority(1), "/p/high"},
		{netip.MustParseAddr("::1"), "/p/::1"},
		{time.Date(2024, 5, 6, 7, 8, 9, 0, time.UTC), "/p/2024-05-06T07:08:09Z"},
		{&url.URL{Path: "x"}, "/p/x"},
		{[]int{1, 2}, "/p/1%2F2"},
		{[2]string{"a", "b"}, "/p/a%2Fb"},
		{slugged{"my-post"}, "/p/my-post"},
		{&slugged{"my-post"}, "/p/my-post"},
		{post{7}, "/p/7"},
		{&post{7}, "/p/7"},
		{comment{Id: 9}, "/p/9"},
		{embedded{&post{3}}, "/p/3"},
	} {
		if got, err := New(table, nil).Path("p", c.value); got != c.want || err != nil {
			t.Errorf("%T %v: %q %v, want %q", c.value, c.value, got, err, c.want)
		}
	}
	for _, missing := range []any{nil, "", (*post)(nil), post{}, embedded{}, slugged{}} {
		if got, err := New(table, nil).Path("p", missing); err == nil || !strings.Contains(err.Error(), "missing required keys: [:id]") {
			t.Errorf("%T: %q %v", missing, got, err)
		}
	}
	for _, bad := range []any{func() {}, make(chan int), struct{ X int }{1}} {
		var ue *URLError
		if got, err := New(table, nil).Path("p", bad); !errors.As(err, &ue) || ue.Class != "ArgumentError" {
			t.Errorf("%T: %q %v", bad, got, err)
		}
	}
}

// TestQuery tells how options become a query.
func TestQuery(t *testing.T) {
	table := load(t, `Rails.application.routes.draw { get "p", to: "p#index", as: :p }`)
	inOrder := dsl.NewHash(2)
	inOrder.Set(dsl.NewString("b"), dsl.Int(1))
	inOrder.Set(dsl.NewString("a"), dsl.Int(2))
	for _, c := range []struct {
		options any
		want    string
	}{
		{Params{"b": 1, "a": "x y&z"}, "/p?a=x+y%26z&b=1"},
		{Params{"a": nil, "b": []any{}, "c": map[string]int{}}, "/p"},
		{Params{"a": []any{1, nil, "b"}}, "/p?a%5B%5D=1&a%5B%5D&a%5B%5D=b"},
		{Params{"u": map[string]any{"n": map[string]int{"b": 2, "a": 1}}}, "/p?u%5Bn%5D%5Ba%5D=1&u%5Bn%5D%5Bb%5D=2"},
		{Params{"ok": true, "no": false}, "/p?no=false&ok=true"},
		{map[string]string{"q": "é~*"}, "/p?q=%C3%A9~%2A"},
		{url.Values{"a": {"1"}, "b": {"2", "3"}, "c[]": {"4"}}, "/p?a=1&b%5B%5D=2&b%5B%5D=3&c%5B%5D=4"},
		{Params{"q": dsl.NewArray(inOrder)}, "/p?q%5B%5D%5Bb%5D=1&q%5B%5D%5Ba%5D=2"}, // below [] Rails does not sort
		{Params{"post": post{4}, "fresh": post{}}, "/p?post=4"},
		{Params{"anchor": "a b", "trailing_slash": true, "format": "json"}, "/p.json#a%20b"},
	} {
		if got, err := New(table, nil).Path("p", c.options); got != c.want || err != nil {
			t.Errorf("%v: %q %v, want %q", c.options, got, err, c.want)
		}
	}
}

// TestDeepValues holds the bounds: values nest 100 deep at most.
func TestDeepValues(t *testing.T) {
	table := load(t, `Rails.application.routes.draw { get "p", to: "p#index", as: :p }`)
	loop := map[string]any{}
	loop["self"] = loop
	var deep any = "x"
	for range 200 {
		deep = []any{deep}
	}
	ruby := dsl.NewArray()
	ruby.Elems = []dsl.Value{ruby}
	for _, v := range []any{loop, deep, ruby} {
		if got, err := New(table, nil).Path("p", Params{"v": v}); err == nil || len(got) > 0 {
			t.Errorf("%.20q %v", got, err)
		}
	}
}

// TestUndefinedHelper tells the nearest name.
func TestUndefinedHelper(t *testing.T) {
	table := load(t, "Rails.application.routes.draw { resources :posts }")
	_, err := New(table, nil).Path("edti_post", 1)
	var ue *URLError
	if !errors.As(err, &ue) || ue.Class != "NoMethodError" || ue.Message != "undefined method 'edti_post_path'" ||
		ue.Hint != "did you mean `edit_post_path`?" || ue.Helper != "edti_post_path" {
		t.Errorf("%#v", err)
	}
	if _, err := New(table, nil).Path(strings.Repeat("x", 1<<20)); !errors.As(err, &ue) || ue.Hint != "" {
		t.Error(err)
	}
}

// TestURLHints tells what a name with a suffix means, and which part took the value of
// the one that is missing.
func TestURLHints(t *testing.T) {
	table := load(t, `Rails.application.routes.draw {
		scope("(:locale)", locale: /en|de/) { resources :items }
		get "r/:a/(:b)/:c", to: "a#b", as: :r, constraints: { a: /\d/ }
	}`)
	for _, tt := range []struct {
		name string
		args []any
		want string
	}{
		{"itme", []any{1}, "did you mean `item_path`?"},
		{"item_path", []any{1}, "did you mean `item`? Names are given without _path and _url"},
		{"itme_url", []any{1}, "did you mean `item`? Names are given without _path and _url"},
		{"item", []any{1}, "`locale` took the first value; write id=1, or give locale="},
		{"edit_item", []any{"a-b"}, "`locale` took the first value; write id=a-b, or give locale="},
		{"item", []any{"en", 1}, ""},
		{"item", nil, ""},
		{"item", []any{Params{"locale": "en"}}, ""},
		{"r", []any{1, 2}, "`b` took the second value; write a=1 c=2, or give b="},
		{"nothing_of_the_kind_path", nil, ""},
	} {
		hint := ""
		if ue := new(URLError); errors.As(func() error { _, err := New(table, nil).Path(tt.name, tt.args...); return err }(), &ue) {
			hint = ue.Hint
		}
		if hint != tt.want {
			t.Errorf("%s %v: %q", tt.name, tt.args, hint)
		}
	}
}

// TestURLErrorKeys gives the keys apart from the message.
func TestURLErrorKeys(t *testing.T) {
	table := load(t, `Rails.application.routes.draw { get "p/:a/:b", to: "p#show", as: :p, b: /\d+/ }`)
	_, err := New(table, nil).Path("p", Params{"b": "x"})
	var ue *URLError
	if !errors.As(err, &ue) || !slices.Equal(ue.Missing, []string{"a"}) || !slices.Equal(ue.Unmatched, []string{"b"}) {
		t.Errorf("%#v", err)
	}
	if want := `No route matches {action: "show", b: "x", controller: "p"}, missing required keys: [:a], possible unmatched constraints: [:b]`; err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

// TestRecords finds the routes of Go structs.
func TestRecords(t *testing.T) {
	table := load(t, `Rails.application.routes.draw do
		resources(:posts) { resources :comments }
		namespace(:admin) { resources(:posts) { resources :comments } }
		resource :basket
		resolve("Basket") { [:basket] }
		resolve("Slugged") { |s, o| route_for(:post, s.slug, o.merge(class: s.model_name.name, new: s.new_record?)) }
	end`)
	type basket struct{ ID int }
	helpers := New(table, Params{"host": "h.example"}) // without a host, `[:basket]` has no URL
	for _, c := range []struct {
		args []any
		want string
	}{
		{[]any{post{1}}, "/posts/1"},
		{[]any{&post{1}}, "/posts/1"},
		{[]any{post{}}, "/posts"},
		{[]any{post{1}, Params{"action": "edit"}}, "/posts/1/edit"},
		{[]any{post{}, Params{"action": "new"}}, "/posts/new"},
		{[]any{post{1}, comment{}}, "/posts/1/comments"},
		{[]any{"admin", post{1}, comment{Id: 2}, Params{"anchor": "c"}}, "/admin/posts/1/comments/2#c"},
		{[]any{[]any{"admin", post{1}}}, "/admin/posts/1"},
		{[]any{reflect.TypeFor[post]()}, "/posts"},
		{[]any{reflect.TypeFor[*post]()}, "/posts"},
		{[]any{"basket"}, "/basket"},
		{[]any{basket{5}}, "/basket"},
		{[]any{slugged{"s-1"}, Params{"q": 1}}, "/posts/s-1?class=Slugged&new=false&q=1"},
		{[]any{Params{"controller": "posts", "action": "show", "id": 3}}, "/posts/3"},
	} {
		if got, err := helpers.PathFor(c.args...); got != c.want || err != nil {
			t.Errorf("%v: %q %v, want %q", c.args, got, err, c.want)
		}
	}
	if got, err := helpers.URLFor("admin", post{1}); got != "http://h.example/admin/posts/1" || err != nil {
		t.Error(got, err)
	}
	if got, err := New(table, nil).PathFor((*post)(nil)); err == nil || err.Error() != "Nil location provided. Can't build URI." {
		t.Error(got, err)
	}
}

// TestBadURLOptions tells of a bad option at every call.
func TestBadURLOptions(t *testing.T) {
	table := load(t, "Rails.application.routes.draw { resources :posts }")
	for _, u := range []*Helpers{
		New(table, Params{"host": func() {}}),
		New(table, nil).ForRequest(Params{"x": func() {}}, nil),
		New(table, nil).ForRequest(nil, Params{"x": func() {}}),
	} {
		if _, err := u.Path("posts"); err == nil {
			t.Error("no error")
		}
		if _, err := u.PathFor(post{1}); err == nil {
			t.Error("no error")
		}
	}
}

// TestRelativeURLRoot puts the application's root in front.
func TestRelativeURLRoot(t *testing.T) {
	table, err := expand.Load("config/routes.rb", expand.Options{
		Source: []byte("Rails.application.routes.draw { resources :posts }"), Env: map[string]string{"RAILS_RELATIVE_URL_ROOT": "/app"},
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		options Params
		want    string
	}{{nil, "/app/posts/1"}, {Params{"q": 1}, "/app/posts/1?q=1"}, {Params{"script_name": "/x"}, "/x/posts/1"}} {
		args := []any{1}
		if c.options != nil {
			args = append(args, c.options)
		}
		if got, err := New(table, nil).Path("post", args...); got != c.want || err != nil {
			t.Errorf("%v: %q %v", c.options, got, err)
		}
	}
}

// TestLastDefinitionHolds: of a route and a `direct` of one name the later one
// is the helper.
func TestLastDefinitionHolds(t *testing.T) {
	for src, want := range map[string]string{
		`direct(:a) { "/direct" }; get "route", to: "a#b", as: :a`: "/route",
		`get "route", to: "a#b", as: :a; direct(:a) { "/direct" }`: "/direct",
		`direct(:a) { "/one" }; direct(:a) { "/two" }`:             "/two",
		// a row of a model that no file shows gives way
		`devise_for :ghosts; direct(:a) { "/direct" }; get "route", to: "a#b", as: :a; get "w", to: "a#w", as: :new_ghost_session`: "/route",
	} {
		table := load(t, "Rails.application.routes.draw do\n"+src+"\nend")
		if got, err := New(table, nil).Path("a"); got != want || err != nil {
			t.Errorf("%s: %q %v, want %q", src, got, err, want)
		}
	}
}

// TestEndlessDirect ends with an error, as Ruby's stack does.
func TestEndlessDirect(t *testing.T) {
	table := load(t, `Rails.application.routes.draw do
		direct(:a) { a_url }
		direct(:busy) { loop { } }
		direct(:broken) { [].fetch(3) }
		direct(:rescued) { begin; post_url; rescue => e; "/#{e.class}"; end }
		resources :posts
	end`)
	for name, class := range map[string]string{"a": "SystemStackError", "busy": "SystemStackError", "broken": "IndexError"} {
		var ue *URLError
		if got, err := New(table, nil).Path(name); !errors.As(err, &ue) || ue.Class != class {
			t.Errorf("%s: %q %v", name, got, err)
		}
	}
	if got, err := New(table, nil).Path("rescued"); err != nil || !strings.HasPrefix(got, "/") {
		t.Error(got, err)
	}
}

// TestMountedHelpers: blocks reach the routes of mounted engines, and engines
// the application's.
func TestMountedHelpers(t *testing.T) {
	table := load(t, `
		module Blog; class Engine < ::Rails::Engine; engine_name "blog"; end; end
		Blog::Engine.routes.draw { resources :posts; direct(:home) { main_app.root_path } }
		Rails.application.routes.draw do
			root "home#show"
			scope(":tenant") { mount Blog::Engine, at: "blog" }
			direct(:news) { |tenant| blog.posts_path(tenant: tenant) }
			direct(:record) { polymorphic_path([blog, :posts], tenant: "t") }
		end`)
	blog := table.Named("blog").Endpoint.Table
	for _, c := range []struct {
		table      *route.Table
		name, want string
		args       []any
	}{
		{table, "news", "/acme/blog/posts", []any{"acme"}},
		{table, "record", "/t/blog/posts", nil},
		{blog, "home", "/", nil},
		{blog, "post", "/acme/blog/posts/1", []any{1, Params{"tenant": "acme"}}},
		{blog, "post", "/sub/posts/1", []any{1, Params{"script_name": "/sub"}}},
	} {
		if got, err := New(c.table, nil).Path(c.name, c.args...); got != c.want || err != nil {
			t.Errorf("%s: %q %v, want %q", c.name, got, err, c.want)
		}
	}
}

// TestURLsConcurrently runs helpers and their blocks side by side.
func TestURLsConcurrently(t *testing.T) {
	table := urlsTable(t)
	helpers := New(table, Params{"host": "h.example"})
	var wg sync.WaitGroup
	for g := range 8 {
		wg.Go(func() {
			for i := range 50 {
				id := g*1000 + i
				for name, want := range map[string]string{
					"post": fmt.Sprintf("/posts/%d", id), "mixed": fmt.Sprintf("/posts/%d?locale=en", id), "archive": "/y/2024",
				} {
					arg := any(id)
					if name == "archive" {
						arg = 2024
					}
					if got, err := helpers.Path(name, arg); got != want || err != nil {
						t.Errorf("%s: %q %v", name, got, err)
					}
				}
				if got, err := New(table, nil).PathFor(comment{Id: 1}, Params{"action": "edit", "post_id": id}); err == nil {
					t.Error(got)
				}
			}
		})
	}
	wg.Wait()
}

// TestQuickPath: the quick way of plain calls gives what the long one gives.
func TestQuickPath(t *testing.T) {
	table := urlsTable(t)
	quick := 0
	for _, helpers := range []*Helpers{
		{table: helpersOf(table)},
		New(table, Params{"host": "h.example:8080", "protocol": "https"}),
		New(table, nil).ForRequest(Params{"host": "h.example"}, Params{"controller": "posts", "action": "show", "id": "9", "format": "json"}),
		New(table, Params{"subdomain": "s", "host": "www.h.example"}),
	} {
		for name, r := range table.Names {
			for i, arg := range []any{1, "a b/ü", "%", int64(7), "", "\xff", nil, 1.5} {
				kind := helperKind(i % 2)
				args := slices.Repeat([]any{arg}, len(r.RequiredParts()))
				got, ok := helpers.quick(name, kind, args)
				if !ok {
					continue
				}
				quick++
				var want string
				err := dsl.Attempt(func() {
					values, options := helpersOf(table).arguments(args, helpersOf(table).argument)
					want = (&urlCall{Helpers: helpers}).helper(name, kind, values, options)
				})
				if got != want || err != nil {
					t.Errorf("%s%v: quick %q, else %q %v", name, args, got, want, err)
				}
			}
		}
	}
	if quick < 500 {
		t.Errorf("only %d paths were made the quick way", quick)
	}
}

// The keys of path_params: are names, in whatever kind of map they come.
func TestPathParams(t *testing.T) {
	table, err := expand.Load("../testdata/urls/config/optional.rb", expand.Options{})
	if err != nil {
		t.Fatal(err)
	}
	given := map[string]any{"locale": "de"}
	for _, arg := range []any{
		Params{"path_params": given}, map[string]any{"path_params": given}, Params{"path_params": Params{"locale": "de"}},
	} {
		if got, err := New(table, nil).Path("posts", arg); got != "/de/posts" || err != nil {
			t.Errorf("%#v: %q %v", arg, got, err)
		}
	}
	helpers := New(table, Params{"path_params": given})
	for args, want := range map[[2]any]string{{1, nil}: "/de/posts/1", {1, 2}: "/1/posts/2"} {
		list := args[:]
		if args[1] == nil {
			list = list[:1]
		}
		if got, err := helpers.Path("post", list...); got != want || err != nil {
			t.Errorf("%v: %q %v, want %q", list, got, err, want)
		}
	}
}

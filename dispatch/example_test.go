package dispatch_test

import (
	"fmt"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"

	"github.com/julienschmidt/httprouter"

	"github.com/alexedwards/scs/v2"

	"signalbox/dispatch"
	"signalbox/expand"
	"signalbox/expand/route"
	"signalbox/serve"
	"signalbox/serve/proxy"
)

// table reads routes as config/routes.rb holds them.
func table(text string) *route.Table {
	dir, err := os.MkdirTemp("", "routes")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "routes.rb")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		log.Fatal(err)
	}
	t, err := expand.Load(file, expand.Options{})
	if err != nil {
		log.Fatal(err)
	}
	return t
}

// Posts is a controller: its methods are the actions.
type Posts struct{}

func (Posts) Index(w http.ResponseWriter, _ *http.Request) { fmt.Println("all posts") }

func (Posts) Show(_ http.ResponseWriter, _ *http.Request, ps httprouter.Params) {
	fmt.Println("post", ps.ByName("id"))
}

func ask(h http.Handler, method, target string) {
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(method, target, nil))
	switch {
	case w.Header().Get("Location") != "":
		fmt.Println(w.Code, w.Header().Get("Location"))
	case w.Code != http.StatusOK:
		fmt.Println(w.Code)
	}
}

func ExampleNew() {
	router, err := dispatch.New(table(`
		resources :posts, only: [:index, :show]
		get "blog", to: redirect("/posts")
	`), dispatch.Controller("posts", Posts{}))
	if err != nil {
		log.Fatal(err)
	}
	ask(router, "GET", "/posts")
	ask(router, "GET", "/posts/7")
	ask(router, "GET", "/blog")
	ask(router, "DELETE", "/posts/7")
	// Output:
	// all posts
	// post 7
	// 301 http://example.com/posts
	// 404
}

// The routes that have a handler are served in Go, all others by the Rails
// application as before.
func ExampleFallback() {
	rails := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		fmt.Println("Rails answers", r.URL.Path)
	}))
	defer rails.Close()
	behind, err := proxy.New(rails.URL)
	if err != nil {
		log.Fatal(err)
	}
	router, err := dispatch.New(table(`
		resources :posts, :comments, only: :index
	`), dispatch.Controller("posts", Posts{}), dispatch.Fallback(behind))
	if err != nil {
		log.Fatal(err)
	}
	ask(router, "GET", "/posts")
	ask(router, "GET", "/comments")
	ask(router, "GET", "/assets/logo.png")
	// Output:
	// all posts
	// Rails answers /comments
	// Rails answers /assets/logo.png
}

func ExampleRouteFrom() {
	show := func(_ http.ResponseWriter, r *http.Request) {
		info := dispatch.RouteFrom(r.Context())
		params, err := info.Params()
		fmt.Println(info.Controller, info.Action, info.Format, params["page"], params["filter"], r.PathValue("id"), err)
	}
	router, err := dispatch.New(table(`get "posts/:id", to: "posts#show", defaults: { page: 1 }`),
		dispatch.Action("posts#show", http.HandlerFunc(show)))
	if err != nil {
		log.Fatal(err)
	}
	ask(router, "GET", "/posts/7.json?filter[tags][]=a&filter[tags][]=b")
	// Output: posts show json 1 map[tags:[a b]] 7 <nil>
}

func ExampleMount() {
	graphql := http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		fmt.Println(dispatch.ScriptName(r), r.URL.Path)
	})
	router, err := dispatch.New(table(`mount GraphQL::Server, at: "/graphql"`), dispatch.Mount("GraphQL::Server", graphql))
	if err != nil {
		log.Fatal(err)
	}
	ask(router, "POST", "/graphql")
	ask(router, "GET", "/graphql/schema")
	// Output:
	// /graphql /
	// /graphql /schema
}

func ExampleMissingError() {
	_, err := dispatch.New(table("resources :posts, only: :index\nmount Sidekiq::Web, at: '/jobs'"))
	fmt.Println(err)
	// Output:
	// 2 of the routes have no handler:
	//   routes.rb:1: GET /posts(.:format) leads to posts#index
	//   routes.rb:2: /jobs leads to Sidekiq::Web
	// Give them with Controller, Action or Mount, or leave them to Fallback or NotImplemented.
}

func ExampleMatcher() {
	matcher, err := dispatch.NewMatcher(table(`
		get "p/:id", to: "posts#show", id: /\d+/
		get "p/:slug", to: "posts#by_slug"
	`))
	if err != nil {
		log.Fatal(err)
	}
	r := dispatch.NewRequest("GET", "/p/hello", "www.example.com")
	found := matcher.Match(r)
	fmt.Println(found.Status, found.Controller, found.Action)
	for _, refused := range matcher.Explain(r) {
		fmt.Println(refused.Route.Source(), refused.Why)
	}
	// Output:
	// 200 posts by_slug
	// routes.rb:2 does not match id /\d+/
}

func ExampleRouter_Swap() {
	router, err := dispatch.New(table(`get "now", to: "posts#index"`), dispatch.Controller("posts", Posts{}))
	if err != nil {
		log.Fatal(err)
	}
	if err := router.Swap(table(`get "later", to: "posts#index"`)); err != nil {
		log.Fatal(err)
	}
	ask(router, "GET", "/now")
	ask(router, "GET", "/later")
	// Output:
	// 404
	// all posts
}

// What an access log wants to know of a request: the route's pattern, which has few values, beside
// the path, which has many.
func ExampleObserve() {
	table, err := expand.Load("routes.rb", expand.Options{Source: []byte(`
		Rails.application.routes.draw do
		  get "posts/:id", to: "posts#show", as: :post
		  get "old/:id", to: redirect("/posts/%{id}")
		end`)})
	if err != nil {
		log.Fatal(err)
	}
	router, err := dispatch.New(table,
		dispatch.Action("posts#show", func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, "a post") }),
		dispatch.Observe(func(o *dispatch.Observed) { fmt.Println(o.By, o.Status, o.Request.Pattern, o.PathParams()) }))
	if err != nil {
		log.Fatal(err)
	}
	for _, path := range []string{"/posts/1", "/old/1", "/nope"} {
		router.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", path, nil))
	}
	// Output:
	// action 200 GET /posts/:id(.:format) map[action:show controller:posts id:1]
	// redirect 301 GET /old/:id(.:format) map[id:1]
	// not found 404  map[]
}

// A session lets blocks of a routes file read what a library keeps.
type session struct {
	of *scs.SessionManager
	r  *http.Request
}

func (s session) Get(key string) (any, bool) {
	return s.of.Get(s.r.Context(), key), s.of.Exists(s.r.Context(), key)
}

// Sessions of a library in front of the router, read by a constraint of the routes file.
func ExampleWithSession() {
	sessions := scs.New()
	router, err := dispatch.New(table(`
		Rails.application.routes.draw do
		  root to: "home#show", constraints: ->(req) { req.session[:user].present? }
		  get "/", to: "login#new"
		end`),
		dispatch.Action("home#show", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "welcome back") }),
		dispatch.Action("login#new", func(w http.ResponseWriter, r *http.Request) { sessions.Put(r.Context(), "user", 1) }),
		dispatch.WithSession(func(r *http.Request) dispatch.Session { return session{sessions, r} }))
	if err != nil {
		log.Fatal(err)
	}
	h, err := serve.Handler(router, serve.Use(sessions.LoadAndSave))
	if err != nil {
		log.Fatal(err)
	}
	get := func(cookies ...*http.Cookie) *httptest.ResponseRecorder {
		r, w := httptest.NewRequest("GET", "/", nil), httptest.NewRecorder()
		for _, c := range cookies {
			r.AddCookie(c)
		}
		h.ServeHTTP(w, r)
		return w
	}
	fmt.Println(get(get().Result().Cookies()...).Body)
	// Output: welcome back
}

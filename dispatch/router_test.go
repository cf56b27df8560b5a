package dispatch

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"testing"

	"signalbox/dispatch/internal/rack"

	"github.com/google/go-cmp/cmp"
	"github.com/julienschmidt/httprouter"
)

// says is a handler that writes its name and the parameters that it got.
func says(name string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		io.WriteString(w, name+" "+r.URL.Path+" "+ScriptName(r))
	}
}

// get asks a router.
func get(h http.Handler, method, target string, change ...func(*http.Request)) *httptest.ResponseRecorder {
	r := NewRequest(method, target, "www.example.com")
	for _, f := range change {
		f(r)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

func router(t testing.TB, text string, options ...Option) *Router {
	t.Helper()
	r, err := New(routes(t, text), options...)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

type postsController struct{}

func (postsController) Index(w http.ResponseWriter, r *http.Request) { io.WriteString(w, "index") }

func (postsController) Show(w http.ResponseWriter, _ *http.Request, ps httprouter.Params) {
	io.WriteString(w, "show "+ps.ByName("id")+" "+ps.ByName("format"))
}

func (postsController) MarkAsRead(w http.ResponseWriter, r *http.Request) {
	io.WriteString(w, "read "+r.PathValue("id")+" "+r.Pattern)
}

func (postsController) NoHandler(int) {}

func TestControllers(t *testing.T) {
	h := router(t, `
		resources :posts, only: [:index, :show] do
			post :mark_as_read, on: :member
		end
		namespace :admin do
			get "x", to: "posts#index"
		end
		post "hook", to: "webhooks#git_hub"`,
		Controller("posts", postsController{}), Controller("admin/posts", says("rest")), Action("webhooks#git_hub", says("hook")))
	for target, want := range map[string]string{
		"GET /posts":                 "index",
		"GET /posts/7.json":          "show 7 json",
		"GET /posts/%C3%A9%2F":       "show é/ ",
		"POST /posts/7/mark_as_read": "read 7 POST /posts/:id/mark_as_read(.:format)",
		"GET /admin/x":               "rest /admin/x ",
		"POST /hook":                 "hook /hook ",
	} {
		verb, path, _ := strings.Cut(target, " ")
		if w := get(h, verb, path); w.Body.String() != want {
			t.Errorf("%s: %q, want %q", target, w.Body, want)
		}
	}
}

func TestMissingHandlersAreOneError(t *testing.T) {
	table := routes(t, `
		get "a", to: "a#index"
		resources :posts, only: :show
		mount Some::App, at: "/app"
		get "b", to: "b#index", constraints: Admin.new`)
	_, err := New(table, Controller("a", says("a")), Action("b#index", says("b")))
	var missing *MissingError
	if !errors.As(err, &missing) || len(missing.Routes) != 2 {
		t.Fatalf("error %v", err)
	}
	for _, want := range []string{
		"2 of the routes have no handler:",
		"routes.rb:3: GET /posts/:id(.:format) leads to posts#show",
		"routes.rb:4: /app leads to Some::App",
		"routes.rb:5: GET /b(.:format): the constraint Admin.new at routes.rb:5:46 is unknown",
	} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("no %q in\n%v", want, err)
		}
	}
	lenient, err := New(table, Controller("a", says("a")), Action("b#index", says("b")), NotImplemented(),
		Constraint("Admin.new", func(r *http.Request) bool { return r.Header.Get("Admin") == "yes" }))
	if err != nil {
		t.Fatal(err)
	}
	if w := get(lenient, "GET", "/posts/1"); w.Code != 501 || w.Body.String() != "Not Implemented: the route has no handler" {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	if w := get(lenient, "GET", "/b"); w.Code != 404 {
		t.Errorf("without the header: %d", w.Code)
	}
	if w := get(lenient, "GET", "/b", func(r *http.Request) { r.Header.Set("Admin", "yes") }); w.Code != 200 {
		t.Errorf("with the header: %d", w.Code)
	}
}

// A lambda whose answer only the application knows is no silent "no".
func TestLambdaThatAsksTheApplication(t *testing.T) {
	text := `
		get "a", to: "c#beta", constraints: ->(r) { r.get? && Flipper.enabled?(:beta) }
		get "a", to: "c#rest"`
	actions := []Option{Action("c#beta", says("beta")), Action("c#rest", says("rest"))}
	var logged logs
	w := get(router(t, text, append(actions, WithLogger(logged.logger()), NotImplemented())...), "GET", "/a")
	if w.Code != 501 || w.Body.String() != "Not Implemented" {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	got := strings.ReplaceAll(logged.take(), `\\`, `\`)
	if want := `routes.rb:2:65: Flipper.enabled?(:beta) is unknown: set it with expand.Options.Set, or answer it with dispatch.Constraint(\"Flipper.enabled?(:beta)\", ...)`; !strings.Contains(got, want) {
		t.Errorf("logged %s, want %s", got, want)
	}
	for _, lambda := range []string{
		"return false unless X.y?; true", "!X.y?", "r.session[:x] == X.z", "X.y? ? true : false", "begin; X.y? && true; rescue; true; end",
		"user = User.find_by(id: r.session[:user]); user && user.admin?", "case X.mode when :a then true end",
	} {
		table := routes(t, "get 'a', to: 'c#x', constraints: ->(r) { "+lambda+" }")
		h, err := New(table, Action("c#x", says("x")), NotImplemented(), WithLogger(logged.logger()))
		if err != nil {
			t.Fatal(err)
		}
		if w := get(h, "GET", "/a"); w.Code != 501 {
			t.Errorf("%s: %d %s", lambda, w.Code, w.Body)
		}
		if _, err := New(table, Action("c#x", says("x"))); err == nil || !strings.Contains(err.Error(), "is unknown") {
			t.Errorf("%s: New says %v", lambda, err)
		}
	}
	for enabled, want := range map[bool]string{true: "beta /a ", false: "rest /a "} {
		h := router(t, text, append(actions, Constraint("Flipper.enabled?(:beta)", func(*http.Request) bool { return enabled }))...)
		if w := get(h, "GET", "/a"); w.Body.String() != want {
			t.Errorf("%t: %q", enabled, w.Body)
		}
	}
}

type pointerController struct{}

func (*pointerController) Index(http.ResponseWriter, *http.Request) {}

type wrongController struct{}

func (wrongController) Index(http.ResponseWriter) {}

func TestOptionsThatMakeNoSense(t *testing.T) {
	table := routes(t, `get "a", to: "a#index"`)
	for text, o := range map[string]Option{
		"has no method that is a handler": Controller("a", struct{}{}),
		"its methods are those of *dispatch.pointerController, use &pointerController{...}": Controller("a", pointerController{}),
		"Index is a func(http.ResponseWriter); want an http.Handler, func(":                 Controller("a", wrongController{}),
		"action a: want CONTROLLER#ACTION, as in a#index":                                   Action("a", says("a")),
		"action a#b: int is no handler: want an http.Handler, func(":                        Action("a#b", 1),
		"Mount X has no handler":       Mount("X", nil),
		"Constraint X has no function": Constraint("X", nil),
	} {
		if _, err := New(table, o); err == nil || !strings.Contains(err.Error(), text) {
			t.Errorf("error %v, want %q", err, text)
		}
	}
	if _, err := New(nil); err == nil {
		t.Error("a router without a table")
	}
}

func TestMiddleware(t *testing.T) {
	var order []string
	note := func(name string) Middleware {
		return func(h http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				order = append(order, name+" "+RouteFrom(r.Context()).Action)
				h.ServeHTTP(w, r)
			})
		}
	}
	h := router(t, `resources :posts, only: [:index, :show]`, Controller("posts", postsController{}),
		Use(note("all"), note("second")), Before("posts", note("controller")), Before("posts#show", note("action")))
	get(h, "GET", "/posts")
	if w := get(h, "GET", "/posts/1.xml"); w.Body.String() != "show 1 xml" {
		t.Errorf("behind middleware: %q", w.Body)
	}
	want := []string{"all index", "second index", "controller index", "all show", "second show", "controller show", "action show"}
	if diff := cmp.Diff(want, order); diff != "" {
		t.Error(diff)
	}
}

func TestRouteFrom(t *testing.T) {
	var info *Info
	var params map[string]any
	var fail error
	h := router(t, `scope(":tenant") { post "p/:id", to: "p#x", defaults: { page: 1, format: "json" } }`,
		Action("p#x", http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			info = RouteFrom(r.Context())
			params, fail = info.Params()
		})))
	form := func(body string) func(*http.Request) {
		return func(r *http.Request) {
			r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			r.Body, r.ContentLength = io.NopCloser(strings.NewReader(body)), int64(len(body))
		}
	}
	get(h, "POST", "/t/p/7?id=8&q[a][]=1&q[a][]=2&both=query", form("both=form&f[x]=y"))
	if fail != nil || info.Controller != "p" || info.Action != "x" || info.Format != "json" || info.Route.Index != 0 {
		t.Fatalf("%+v, %v", info, fail)
	}
	want := map[string]any{
		"tenant": "t", "id": "7", "page": int64(1), "format": "json", "controller": "p", "action": "x",
		"q": map[string]any{"a": []any{"1", "2"}}, "both": "query", "f": map[string]any{"x": "y"},
	}
	if diff := cmp.Diff(want, params); diff != "" {
		t.Error(diff)
	}
	get(h, "POST", "/t/p/7?a=1&a[b]=2", form(""))
	if StatusOf(fail) != 400 {
		t.Errorf("contradicting parameters: %v", fail)
	}
	if RouteFrom(t.Context()) != nil {
		t.Error("a route outside of a router")
	}
}

// Middleware may copy the request: parameters and body are there all the same.
func TestMounts(t *testing.T) {
	h := router(t, `
		mount Some::App, at: "/admin"
		mount Decline, at: "/d"
		get "d/x", to: "d#x"
		get "*all", to: "d#rest"`,
		Mount("Some::App", says("app")), Action("d#x", says("x")), Action("d#rest", says("rest")),
		Mount("::Decline", http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("X-Cascade", "pass")
			w.Header().Set("X-Lost", "1")
			w.WriteHeader(404)
			io.WriteString(w, "lost")
		})))
	for target, want := range map[string]string{
		"/admin": "app / /admin", "/admin/": "app / /admin", "/admin/a//b": "app /a/b /admin", "/admin-x": "app /-x /admin",
		"/admin/%41%2f": "app /A/ /admin", "/adminx": "rest /adminx ", "/d/x": "x /d/x ", "/d/y": "rest /d/y ",
	} {
		w := get(h, "GET", target)
		if w.Body.String() != want || w.Header().Get("X-Lost") != "" {
			t.Errorf("%s: %q %v, want %q", target, w.Body, w.Header(), want)
		}
	}
}

func TestHijackBelowAMount(t *testing.T) {
	h := router(t, `mount Cable, at: "cable"`, Mount("Cable", http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		conn, _, err := w.(http.Hijacker).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		io.WriteString(conn, "HTTP/1.1 101 Switching Protocols\r\n\r\nhello")
		conn.Close()
	})))
	server := httptest.NewUnstartedServer(h)
	var logged bytes.Buffer
	server.Config.ErrorLog = log.New(&logged, "", 0)
	server.Start()
	conn, err := net.Dial("tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	io.WriteString(conn, "GET /cable HTTP/1.1\r\nHost: h\r\n\r\n")
	got, _ := io.ReadAll(conn)
	server.Close()
	if string(got) != "HTTP/1.1 101 Switching Protocols\r\n\r\nhello" || logged.Len() > 0 {
		t.Errorf("%q, logged %q", got, &logged)
	}
}

// What a handler got stays as it is when the request goes on to other routes.
func TestRedirectAsRailsSendsIt(t *testing.T) {
	w := get(router(t, `get "a", to: redirect("/b", status: 302)`), "GET", "/a")
	want := http.Header{"Location": {"http://www.example.com/b"}, "Content-Type": {"text/html; charset=utf-8"}, "Content-Length": {"0"}}
	if diff := cmp.Diff(want, w.Header()); w.Code != 302 || w.Body.Len() != 0 || diff != "" {
		t.Errorf("%d %q %s", w.Code, w.Body, diff)
	}
}

func TestInlineEndpoint(t *testing.T) {
	h := router(t, `get "up/:x", to: ->(env) { [202, { "X-Path" => env["PATH_INFO"], "X-List" => ["a", "b"] }, ["ok ", env["action_dispatch.request.path_parameters"][:x]]] }`)
	w := get(h, "GET", "/up/7")
	if w.Code != 202 || w.Body.String() != "ok 7" || w.Header().Get("X-Path") != "/up/7" || len(w.Header()["X-List"]) != 2 {
		t.Errorf("%d %q %v", w.Code, w.Body, w.Header())
	}
	if w := get(h, "HEAD", "/up/7"); w.Body.Len() != 0 {
		t.Errorf("HEAD got a body: %q", w.Body)
	}
}

func TestFallback(t *testing.T) {
	h := router(t, `
		get "new", to: "new#x"
		get "old", to: "old#x"`, Action("new#x", says("go")), Fallback(says("rails")))
	for target, want := range map[string]string{"/new": "go /new ", "/old": "rails /old ", "/none": "rails /none "} {
		if w := get(h, "GET", target); w.Body.String() != want {
			t.Errorf("%s: %q", target, w.Body)
		}
	}
}

// What a constraint of the application's decides, the application answers.
func TestFallbackDecides(t *testing.T) {
	h := router(t, `
		get "gate", to: "old#x", constraints: Admin.new
		get "flag", to: "old#x", constraints: ->(r) { Flag.on? }
		get "host", to: "old#x", constraints: ->(r) { r.host == "old.example" }
		get ":any", to: "new#x"`, Action("new#x", says("go")), Fallback(says("rails")))
	for target, want := range map[string]string{"/gate": "rails /gate ", "/flag": "rails /flag ", "/host": "go /host ", "/other": "go /other "} {
		if w := get(h, "GET", target); w.Body.String() != want {
			t.Errorf("%s: %d %q", target, w.Code, w.Body)
		}
	}
}

func TestMethodNotAllowed(t *testing.T) {
	text := `get("a/:id", to: "a#get"); post("a/:id", to: "a#post")`
	options := []Option{Action("a#get", says("get")), Action("a#post", says("post"))}
	h := router(t, text, append(options, MethodNotAllowed())...)
	if w := get(h, "PUT", "/a/1"); w.Code != 405 || w.Header().Get("Allow") != "GET, HEAD, POST" {
		t.Errorf("%d %v", w.Code, w.Header())
	}
	if w := get(h, "OPTIONS", "/a/1"); w.Code != 204 || w.Header().Get("Allow") != "GET, HEAD, POST" {
		t.Errorf("%d %v", w.Code, w.Header())
	}
	if w := get(h, "PUT", "/b"); w.Code != 404 {
		t.Errorf("%d", w.Code)
	}
	if w := get(router(t, text, options...), "PUT", "/a/1"); w.Code != 404 || w.Header().Get("X-Cascade") != "pass" {
		t.Errorf("as Rails: %d %v", w.Code, w.Header())
	}
}

func TestRelativeURLRoot(t *testing.T) {
	h := router(t, `get("a", to: "a#x"); get("r", to: redirect("rel"))`, Action("a#x", says("a")), RelativeURLRoot("/blog/"))
	for _, target := range []string{"/blog/a", "/a"} {
		if w := get(h, "GET", target); w.Code != 200 {
			t.Errorf("%s: %d", target, w.Code)
		}
	}
	if w := get(h, "GET", "/blogs/a"); w.Code != 404 {
		t.Errorf("/blogs/a: %d", w.Code)
	}
	if w := get(h, "GET", "/blog/r"); w.Header().Get("Location") != "http://www.example.com/blog/rel" {
		t.Errorf("location %v", w.Header())
	}
}

func TestProxies(t *testing.T) {
	text := `get "a", to: "a#x", constraints: { remote_ip: "198.51.100.7" }`
	forwarded := func(r *http.Request) {
		r.RemoteAddr = "203.0.113.9:1234"
		r.Header.Set("X-Forwarded-For", "198.51.100.7, 203.0.113.8")
	}
	if w := get(router(t, text, Action("a#x", says("a"))), "GET", "/a", forwarded); w.Code != 404 {
		t.Errorf("a stranger was believed: %d", w.Code)
	}
	trusting := router(t, text, Action("a#x", says("a")), TrustedProxies(netip.MustParsePrefix("203.0.113.0/24")))
	if w := get(trusting, "GET", "/a", forwarded); w.Code != 200 {
		t.Errorf("a trusted proxy was not believed: %d", w.Code)
	}
}

type mapSession map[string]any

func (m mapSession) Get(key string) (any, bool) { v, ok := m[key]; return v, ok }

func TestSession(t *testing.T) {
	text := `
		get "a", to: "a#in", constraints: ->(r) { r.session[:user].present? && r.session["n"] == 3 && r.session.dig(:deep, "x") == [1] }
		get "a", to: "a#out"`
	actions := []Option{Action("a#in", says("in")), Action("a#out", says("out"))}
	session := WithSession(func(*http.Request) Session {
		return mapSession{"user": "u", "n": 3, "deep": map[string]any{"x": []any{1}}}
	})
	if w := get(router(t, text, append(actions, session)...), "GET", "/a"); !strings.HasPrefix(w.Body.String(), "in") {
		t.Errorf("with a session: %q", w.Body)
	}
	if w := get(router(t, text, actions...), "GET", "/a"); !strings.HasPrefix(w.Body.String(), "out") {
		t.Errorf("without: %q", w.Body)
	}
}

func TestOnErrorAndNotFound(t *testing.T) {
	h := router(t, `get "n/:id", to: "a#x"`, Action("a#x", says("x")), NotFound(says("nothing")),
		OnError(func(w http.ResponseWriter, _ *http.Request, err error) {
			w.WriteHeader(StatusOf(err))
			io.WriteString(w, "own")
		}))
	if w := get(h, "GET", "/n/%ff"); w.Code != 400 || w.Body.String() != "own" {
		t.Errorf("%d %q", w.Code, w.Body)
	}
	if w := get(h, "GET", "/x"); w.Body.String() != "nothing /x " {
		t.Errorf("%d %q", w.Code, w.Body)
	}
}

// A swap under load loses no request and mixes no tables: every answer is one
// of the old table's or one of the new one's.
// What lambdas and constraint objects change is seen by their request only:
// requests are answered at once, and each as if it were the first.
// Thousands of routes on one path that differ by host are not asked one by one.
func TestManyHostsOnOnePath(t *testing.T) {
	var b strings.Builder
	for i := range 300 {
		fmt.Fprintf(&b, "get 'h', to: 'c#h%d', constraints: { host: 'h%d.example' }\n", i, i)
		fmt.Fprintf(&b, "get 'h', to: 'c#s%d', constraints: { subdomain: 's%d' }\n", i, i)
	}
	b.WriteString("get 'h', to: 'c#first', constraints: ->(r) { r.params[:first] }\nget 'h', to: 'c#rest'\n")
	m, err := NewMatcher(routes(t, b.String()))
	if err != nil {
		t.Fatal(err)
	}
	for host, want := range map[string]string{"h299.example": "h299", "s7.example.com": "s7", "x.example": "rest"} {
		if got := m.Match(NewRequest("GET", "/h", host)).Action; got != want {
			t.Errorf("%s: %s, want %s", host, got, want)
		}
	}
	if got := m.Match(NewRequest("GET", "/h?first=1", "h9.example")).Action; got != "h9" {
		t.Errorf("order: %s", got)
	}
}

// A route behind many of other hosts takes its path only where theirs do not.
func TestManyHostsBeforeAPlainRoute(t *testing.T) {
	var b strings.Builder
	for i := range 20 {
		fmt.Fprintf(&b, "get 'h', to: 'c#host', constraints: { host: 'h%d.example' }\n", i)
	}
	native := func(name string) httprouter.Handle {
		return func(w http.ResponseWriter, _ *http.Request, _ httprouter.Params) { io.WriteString(w, name) }
	}
	h := router(t, b.String()+"get 'h', to: 'c#rest'", Action("c#host", native("host")), Action("c#rest", native("rest")))
	for host, want := range map[string]string{"h7.example": "host", "www.example.com": "rest"} {
		if w := get(h, "GET", "/h", func(r *http.Request) { r.Host = host }); w.Body.String() != want {
			t.Errorf("%s: %q, want %q", host, w.Body, want)
		}
	}
}

func TestParamsBeyondTheProgram(t *testing.T) {
	var path strings.Builder
	target := ""
	for i := range 40 {
		fmt.Fprintf(&path, "/:p%d", i)
		target += fmt.Sprintf("/v%d", i)
	}
	m, err := NewMatcher(routes(t, fmt.Sprintf("get %q, to: 'c#x'; get %q, to: 'c#y'", path.String(), "y"+path.String()+"/*g/z")))
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range []string{target, "/y" + target + "/a/b/z"} {
		found := m.Match(NewRequest("GET", p, "h"))
		if v, _ := found.Params.Sym("p39"); found.Status != 200 || rack.TextOf(v) != "v39" {
			t.Errorf("%s: %d %v", p, found.Status, found.Params)
		}
	}
}

func TestExplain(t *testing.T) {
	m, err := NewMatcher(routes(t, `
		get "other", to: "c#other"
		post "p/:id", to: "c#post"
		get "p/:id", to: "c#sub", constraints: { subdomain: "api" }
		get "p/:id", to: "c#digits", id: /\d+/
		get "p/:id", to: "c#lambda", constraints: ->(r) { r.params[:id] == "z" }
		get "p/:id", to: ->(env) { [404, { "X-Cascade" => "pass" }, []] }
		get "p/:id", to: "c#raise", constraints: ->(r) { r.nothing } if false
		get "p/:id", to: "c#last"
		get "p/:id", to: "c#after"`))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, r := range m.Explain(NewRequest("GET", "/p/x", "www.example.com")) {
		got = append(got, fmt.Sprintf("%d %s", r.Route.Index, r.Why))
	}
	want := []string{
		"1 answers POST only",
		`2 subdomain is "www", not "api"`,
		`3 does not match id /\d+/`,
		"4 its constraint at routes.rb:6 says no",
		"5 it passes the request on (X-Cascade: pass)",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// The request that reaches the handlers is a full one, whatever the path.
func FuzzServe(f *testing.F) {
	for _, s := range []string{"/", "/a/1", "/é", "/%ff", "//a//b", "/r/x?to=%zz", "/q?a[b]=1", "/m/x/../y", "/%2F.", "/f.json"} {
		f.Add("GET", s, "www.example.com", "k=v", "text/html")
	}
	table := routes(f, `
		get "a/:id", to: "a#x", constraints: ->(r) { r.params[:id] != r.format.to_s && r.cookies.size < 9 }
		get "r/*x", to: redirect("/%{x}?%{x}#%{x}")
		get "o/*x", to: redirect(path: "/%{x}", subdomain: "x")
		get "b", to: redirect { |p, r| r.query_parameters["to"].to_s }
		get "q", to: "a#x", constraints: { subdomain: /a+/, query_string: /x/ }
		mount App, at: "m"
		get "f", to: ->(e) { [200, {}, [e.to_json]] }
		get "*any/:z", to: "a#x", z: /\d+(\/x)?/`)
	h, err := New(table, Action("a#x", says("x")), Mount("App", says("app")), MethodNotAllowed(), WithMethodOverride())
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, method, target, host, cookie, accept string) {
		r := NewRequest(method, target, host)
		r.Header.Set("Cookie", cookie)
		r.Header.Set("Accept", accept)
		r.Header.Set("X-Forwarded-For", cookie)
		r.Body = io.NopCloser(strings.NewReader(target))
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if w.Code < 200 || w.Code > 501 {
			t.Errorf("status %d", w.Code)
		}
		if l := w.Header().Get("Location"); l != "" {
			if strings.ContainsAny(l, "\r\n") {
				t.Errorf("location %q", l)
			}
			if _, err := url.Parse(l); err != nil {
				t.Logf("Go refuses %q: %v", l, err)
			}
		}
	})
}

// Rails: Redirect#build_response, which parses what the block returns; URI#to_str of uri 1.0
// makes a text of a URI.
func TestRedirectToURI(t *testing.T) {
	h := router(t, `get "a", to: redirect { |_, request| URI(request.url).tap { |uri| uri.path = "/b" } }
		get "n", to: redirect { |_, request| 5 }`)
	if w := get(h, "GET", "/a?x=1"); w.Code != 301 || w.Header().Get("Location") != "http://www.example.com/b?x=1" {
		t.Errorf("%d %s", w.Code, w.Header())
	}
	if w := get(h, "GET", "/n"); w.Code != 500 {
		t.Errorf("%d %s", w.Code, w.Header())
	}
}

// Of parameters with one name the last counts; what stands in the first may be half of an escape.
func TestRepeatedNames(t *testing.T) {
	table := routes(t, `get "/*g:p/:p", to: "c#x", format: true`)
	m, err := NewMatcher(table)
	if err != nil {
		t.Fatal(err)
	}
	found := m.Match(NewRequest("GET", "/%c3%a9/a.b/a.b", "www.example.com"))
	if got := fmt.Sprint(found.Status, " ", jsonMap(found.Params)); got != "200 map[format:b/a.b g:% p:a]" {
		t.Errorf("%s, %v", got, found.Err)
	}
	h, err := New(table, Action("c#x", func(w http.ResponseWriter, _ *http.Request, ps httprouter.Params) { fmt.Fprint(w, ps) }))
	if err != nil {
		t.Fatal(err)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, NewRequest("GET", "/%c3%a9/a.b/a.b", "www.example.com"))
	if got := w.Body.String(); got != "[{g %} {p a} {format b/a.b}]" {
		t.Errorf("%d %s", w.Code, got)
	}
}

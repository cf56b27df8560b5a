package main

import (
	"bufio"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"signalbox/examples/blog/blog"
	"signalbox/examples/blog/graph"
	"signalbox/hooks"
)

const secret = "test-secret"

// newServer serves a seeded blog: Ann, whose token is "ann", has written post 1,
// which has comment 1; the editor's token is "ed".
func newServer(t *testing.T, change ...func(*settings)) *httptest.Server {
	t.Helper()
	b, err := blog.Open(filepath.Join(t.TempDir(), "blog.db"))
	if err != nil {
		t.Fatal(err)
	}
	if err := seed(context.Background(), b); err != nil {
		t.Fatal(err)
	}
	settings := settings{development: true, secret: secret, logger: slog.New(slog.DiscardHandler)}
	for _, c := range change {
		c(&settings)
	}
	graphql, err := newGraphQL(b, settings)
	if err != nil {
		t.Fatal(err)
	}
	app, err := newApp(b, graphql, settings)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(app)
	t.Cleanup(func() {
		server.Close()
		if err := b.Close(); err != nil {
			t.Error(err)
		}
	})
	return server
}

// An answer is a response that was read.
type answer struct {
	status int
	header http.Header
	body   string
}

// ask sends a request without following redirects. Headers are "Name: value".
func ask(t *testing.T, server *httptest.Server, method, path, body string, headers ...string) answer {
	t.Helper()
	r, err := http.NewRequest(method, server.URL+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		r.Header.Set(name, value)
	}
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	response, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer{response.StatusCode, response.Header, strings.TrimSpace(string(text))}
}

func graphQL(t *testing.T, server *httptest.Server, query string, headers ...string) string {
	t.Helper()
	body, err := json.Marshal(map[string]string{"query": query})
	if err != nil {
		t.Fatal(err)
	}
	return ask(t, server, "POST", "/graphql", string(body), append(headers, "Content-Type: application/json")...).body
}

func as(token string) []string {
	return []string{"auth-provider: blog", "Authorization: Bearer " + token}
}

// TestPages: pages are the application of web/, with the status of what they show.
func TestPages(t *testing.T) {
	server := newServer(t)
	for path, want := range map[string]string{
		"/posts/1.json": `"title":"Hello"`,
		"/posts.json":   `"title":"Hello"`,
		"/users/1.json": `"name":"Ann"`,
	} {
		if got := ask(t, server, "GET", path, ""); got.status != 200 || !strings.Contains(got.body, want) {
			t.Errorf("%s: %d, without %s\n%s", path, got.status, want, got.body)
		}
	}
	for path, status := range map[string]int{"/": 200, "/posts": 200, "/posts/1": 200, "/posts/new": 200, "/users/1": 200, "/posts/": 200, "/posts/1/": 200, "/posts/1.html": 200, "/posts/9": 404, "/users/9": 404} {
		got := ask(t, server, "GET", path, "")
		if got.status != status || !strings.Contains(got.body, `<div id="root">`) || got.header.Get("Cache-Control") != "no-cache" {
			t.Errorf("%s: %d %v, want %d and the page\n%s", path, got.status, got.header, status, got.body)
		}
	}
	for path, status := range map[string]int{"/posts/9.json": 404, "/users/9.json": 404, "/posts/x": 404, "/nothing": 404, "/assets/none.js": 404, "/assets/": 404, "/assets/../index.html": 404} {
		if got := ask(t, server, "GET", path, ""); got.status != status || strings.Contains(got.body, "root") {
			t.Errorf("%s: %d, want %d\n%s", path, got.status, status, got.body)
		}
	}
	for _, path := range []string{"/posts.xml", "/posts/1.xml", "/posts/new.json", "/users/1.txt"} {
		if got := ask(t, server, "GET", path, ""); got.status != 406 {
			t.Errorf("%s: %d, want 406\n%s", path, got.status, got.body)
		}
	}
	for path, to := range map[string]string{"/blog": "/posts", "/blog/1": "/posts/1"} {
		if got := ask(t, server, "GET", path, ""); got.status != 301 || got.header.Get("Location") != server.URL+to {
			t.Errorf("%s: %d %s", path, got.status, got.header.Get("Location"))
		}
	}
}

// TestAssets: what the page names is there, and may be kept for ever.
func TestAssets(t *testing.T) {
	server := newServer(t)
	names := regexp.MustCompile(`/assets/[^"]+`).FindAllString(ask(t, server, "GET", "/", "").body, -1)
	if len(names) < 2 {
		t.Errorf("the page names %v", names)
	}
	for _, name := range names {
		got := ask(t, server, "GET", name, "")
		if got.status != 200 || !strings.Contains(got.header.Get("Cache-Control"), "immutable") {
			t.Errorf("%s: %d %v", name, got.status, got.header)
		}
		gzipped := ask(t, server, "GET", name, "", "Accept-Encoding: gzip")
		z, err := gzip.NewReader(strings.NewReader(gzipped.body))
		if err != nil || gzipped.header.Get("Content-Encoding") != "gzip" {
			t.Fatalf("%s: %v %v", name, gzipped.header, err)
		}
		if plain, err := io.ReadAll(z); err != nil || strings.TrimSpace(string(plain)) != got.body || got.header.Get("Content-Encoding") != "" {
			t.Errorf("%s: %v, %d bytes instead of %d", name, err, len(plain), len(got.body))
		}
		if nested := ask(t, server, "GET", strings.Replace(name, "/assets/", "/assets/of/", 1), ""); nested.status != 404 {
			t.Errorf("%s in a folder: %d", name, nested.status)
		}
	}
}

// TestDevelopmentPages: pages, modules and hot reload come from Vite, what is the
// application's from it.
func TestDevelopmentPages(t *testing.T) {
	vite := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { fmt.Fprintf(w, "vite %s", r.URL.Path) }))
	defer vite.Close()
	address, err := url.Parse(vite.URL)
	if err != nil {
		t.Fatal(err)
	}
	server := newServer(t, func(s *settings) { s.web = address })
	for path, want := range map[string]string{"/": "vite /", "/posts/1": "vite /posts/1", "/@vite/client": "vite /@vite/client", "/src/main.tsx": "vite /src/main.tsx"} {
		if got := ask(t, server, "GET", path, ""); got.body != want {
			t.Errorf("%s: %s, want %s", path, got.body, want)
		}
	}
	if got := ask(t, server, "GET", "/posts/1.json", ""); !strings.Contains(got.body, "Hello") {
		t.Errorf("the JSON is %s", got.body)
	}
	if err := run(context.Background(), []string{"-web", "localhost"}); err == nil || !strings.Contains(err.Error(), "is not the URL of a server") {
		t.Errorf("-web localhost: %v", err)
	}
}

// TestSession: a session lasts until it expires or ends, and may be renewed once.
func TestSession(t *testing.T) {
	server := newServer(t)
	var signedIn struct {
		Data struct{ SignIn, RenewSession *graph.Session }
	}
	must := func(body string) {
		t.Helper()
		signedIn.Data.SignIn, signedIn.Data.RenewSession = nil, nil
		if err := json.Unmarshal([]byte(body), &signedIn); err != nil {
			t.Fatal(err)
		}
	}
	if got := graphQL(t, server, `mutation { signIn(name: "ann", password: "ed") { token } }`); !strings.Contains(got, "BAD_USER_INPUT") {
		t.Errorf("a wrong password: %s", got)
	}
	must(graphQL(t, server, `mutation { signIn(name: "ann", password: "ann") { token refreshToken user { id name } } }`))
	first := signedIn.Data.SignIn
	if first == nil || first.User.Name != "Ann" {
		t.Fatalf("signing in gives %v", first)
	}
	if got := graphQL(t, server, `{ me { name } }`, as(first.Token)...); got != `{"data":{"me":{"name":"Ann"}}}` {
		t.Errorf("me is %s", got)
	}
	basic := []string{"auth-provider: blog", "Authorization: Basic " + first.Token}
	if got := graphQL(t, server, `{ me { name } }`, basic...); !strings.Contains(got, "UNAUTHENTICATED") {
		t.Error("another scheme is", got)
	}
	renew := `mutation { renewSession(refreshToken: "` + first.RefreshToken + `") { token refreshToken user { name } } }`
	must(graphQL(t, server, renew))
	second := signedIn.Data.RenewSession
	if second == nil || second.Token == first.Token {
		t.Fatalf("renewing gives %v", second)
	}
	if got := graphQL(t, server, renew); got != `{"data":{"renewSession":null}}` {
		t.Errorf("renewing twice gives %s", got)
	}
	post := func(token string) answer {
		return ask(t, server, "POST", "/graphql", `{"query": "{ me { name } }"}`, append(as(token), "Content-Type: application/json")...)
	}
	if got := post(first.Token); got.status != 401 || !strings.Contains(got.body, "UNAUTHENTICATED") {
		t.Errorf("the old token is answered %d %s", got.status, got.body)
	}
	signOut := `mutation { signOut(refreshToken: "` + second.RefreshToken + `") }`
	if got := graphQL(t, server, signOut, as(second.Token)...); got != `{"data":{"signOut":true}}` {
		t.Errorf("signing out gives %s", got)
	}
	if got := post(second.Token); got.status != 401 {
		t.Errorf("after signing out the token is answered %d %s", got.status, got.body)
	}
}

// TestTrustedDocuments: in production the server takes the operations of the
// pages, and no others.
func TestTrustedDocuments(t *testing.T) {
	server := newServer(t, func(s *settings) { s.development = false })
	var documents map[string]string
	if err := json.Unmarshal(persisted, &documents); err != nil {
		t.Fatal(err)
	}
	for hash, text := range documents {
		if !strings.Contains(text, "query Posts(") {
			continue
		}
		body := `{"variables": {"first": 1}, "extensions": {"persistedQuery": {"version": 1, "sha256Hash": "` + strings.TrimPrefix(hash, "sha256:") + `"}}}`
		if got := ask(t, server, "POST", "/graphql", body, "Content-Type: application/json"); !strings.Contains(got.body, `"title":"Hello"`) {
			t.Errorf("%s is answered %d %s", text, got.status, got.body)
		}
	}
	if got := graphQL(t, server, `{ posts { id } }`); !strings.Contains(got, "Only trusted documents are served") {
		t.Errorf("another query is answered %s", got)
	}
}

// TestOneService: what one way writes, the others show.
func TestOneService(t *testing.T) {
	server := newServer(t)
	form := url.Values{"comment[name]": {"Cy"}, "comment[body]": {"<i>Nice</i>"}}.Encode()
	got := ask(t, server, "POST", "/posts/1/comments", form, "Content-Type: application/x-www-form-urlencoded")
	if got.status != 303 || got.header.Get("Location") != "/posts/1#comment-2" {
		t.Errorf("the form is answered %d %s %s", got.status, got.header.Get("Location"), got.body)
	}
	want := `{"data":{"post":{"comments":[{"name":"Bea","post":{"title":"Hello"}},{"name":"Cy","post":{"title":"Hello"}}]}}}`
	if got := graphQL(t, server, `{ post(id: 1) { comments { name post { title } } } }`); got != want {
		t.Errorf("GraphQL shows %s", got)
	}
	got = ask(t, server, "POST", "/posts", `{"title": "By JSON", "body": "b"}`, append(as("ann"), "Content-Type: application/json")...)
	if got.status != 201 || got.header.Get("Location") != "/posts/2" {
		t.Errorf("a post by JSON is answered %d %s", got.status, got.body)
	}
	mutation := `mutation { createPost(input: {title: "By GraphQL", body: "b"}) { id author { name } } }`
	if got := graphQL(t, server, mutation, as("ann")...); got != `{"data":{"createPost":{"id":"3","author":{"name":"Ann"}}}}` {
		t.Errorf("the mutation is answered %s", got)
	}
	if got := graphQL(t, server, `{ posts { title } newer: posts(first: 1) { id } older: posts(after: 2) { id } me { name } }`, as("ed")...); got !=
		`{"data":{"posts":[{"title":"By GraphQL"},{"title":"By JSON"},{"title":"Hello"}],"newer":[{"id":"3"}],"older":[{"id":"1"}],"me":{"name":"Ed"}}}` {
		t.Errorf("GraphQL shows %s", got)
	}
}

// TestRefusals: both ways refuse the same, each in its own form.
func TestCommentsOfAPost(t *testing.T) {
	server := newServer(t)
	for i := range 4 {
		graphQL(t, server, fmt.Sprintf(`mutation { createComment(input: {postId: 1, name: "N", body: "c%d"}) { id } }`, i))
	}
	for args, want := range map[string]string{
		``:                       `"Welcome!","c0","c1","c2","c3"`,
		`(last: 2)`:              `"c2","c3"`,
		`(last: 2, before: "4")`: `"c0","c1"`,
		`(last: 2, before: "2")`: `"Welcome!"`,
		`(last: 2, before: "1")`: ``,
	} {
		want = regexp.MustCompile(`("[^"]*")`).ReplaceAllString(want, `{"body":$1}`)
		if got := graphQL(t, server, `{ post(id: 1) { comments`+args+` { body } } }`); got != `{"data":{"post":{"comments":[`+want+`]}}}` {
			t.Errorf("comments%s: %s", args, got)
		}
	}
}

func TestRefusals(t *testing.T) {
	server := newServer(t)
	for _, c := range []struct{ query, code string }{
		{`mutation { createPost(input: {title: "T", body: "b"}) { id } }`, "UNAUTHENTICATED"},
		{`{ me { name } }`, "UNAUTHENTICATED"},
		{`mutation { createComment(input: {postId: 1, name: " ", body: "b"}) { id } }`, "BAD_USER_INPUT"},
		{`mutation { createComment(input: {postId: 9, name: "n", body: "b"}) { id } }`, "NOT_FOUND"},
		{`{ posts(first: 101) { id } }`, "BAD_USER_INPUT"},
		{`{ posts { nothing } }`, "GRAPHQL_VALIDATION_FAILED"},
	} {
		if got := graphQL(t, server, c.query); !strings.Contains(got, `"code":"`+c.code+`"`) {
			t.Errorf("%s: %s, want %s", c.query, got, c.code)
		}
	}
	if got := graphQL(t, server, `mutation { rejectComment(id: 1) }`, as("ann")...); !strings.Contains(got, `"code":"FORBIDDEN"`) {
		t.Errorf("an author rejects a comment: %s", got)
	}
	if got := graphQL(t, server, `mutation { rejectComment(id: 1) }`, as("ed")...); got != `{"data":{"rejectComment":true}}` {
		t.Errorf("the editor rejects a comment: %s", got)
	}
	jsonType := "Content-Type: application/json"
	if got := ask(t, server, "POST", "/posts", `{"title": "T", "body": "b"}`, jsonType); got.status != 401 {
		t.Errorf("a post without a token: %d %s", got.status, got.body)
	}
	if got := ask(t, server, "POST", "/posts", `{"title": "", "body": "b"}`, append(as("ann"), jsonType)...); got.status != 422 || got.body != `{"error":"title can't be blank"}` {
		t.Errorf("a post without a title: %d %s", got.status, got.body)
	}
	if got := ask(t, server, "POST", "/posts", `{`, append(as("ann"), jsonType)...); got.status != 400 {
		t.Errorf("a post that is no JSON: %d %s", got.status, got.body)
	}
	form := url.Values{"comment[name]": {""}, "comment[body]": {"kept"}}.Encode()
	got := ask(t, server, "POST", "/posts/1/comments", form, "Content-Type: application/x-www-form-urlencoded")
	if got.status != 422 || got.body != `{"error":"name can't be blank"}` {
		t.Errorf("a comment without a name: %d\n%s", got.status, got.body)
	}
}

// pixel is a GIF of one pixel.
const pixel = "GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;"

// upload sends a photo as the GraphQL multipart request specification has it.
func upload(t *testing.T, server *httptest.Server, photo string, headers ...string) answer {
	t.Helper()
	var body strings.Builder
	form := multipart.NewWriter(&body)
	_ = form.WriteField("operations", `{"query": "mutation($p: File!) { setPhoto(photo: $p) { name photo } }", "variables": {"p": null}}`)
	_ = form.WriteField("map", `{"0": ["variables.p"]}`)
	file, err := form.CreateFormFile("0", "me.gif")
	if err != nil {
		t.Fatal(err)
	}
	_, _ = file.Write([]byte(photo))
	_ = form.Close()
	return ask(t, server, "POST", "/graphql", body.String(), append(headers, "Content-Type: "+form.FormDataContentType())...)
}

// TestUpload: a photo is its user's, and nothing else is taken for one.
func TestUpload(t *testing.T) {
	server := newServer(t)
	ann := append(as("ann"), "GraphQL-Preflight: 1")
	if got := ask(t, server, "GET", "/users/1/photo", ""); got.status != 404 {
		t.Errorf("without a photo: %d", got.status)
	}
	if got := upload(t, server, pixel, ann...); got.body != `{"data":{"setPhoto":{"name":"Ann","photo":"/users/1/photo"}}}` {
		t.Errorf("the upload is answered %s", got.body)
	}
	if got := ask(t, server, "GET", "/users/1/photo", ""); got.body != pixel || got.header.Get("Content-Type") != "image/gif" {
		t.Errorf("the photo is %q, of type %s", got.body, got.header.Get("Content-Type"))
	}
	if got := graphQL(t, server, `{ user(id: 2) { photo } post(id: 1) { author { photo } } }`); got != `{"data":{"user":{"photo":null},"post":{"author":{"photo":"/users/1/photo"}}}}` {
		t.Errorf("GraphQL shows %s", got)
	}
	for _, c := range []struct {
		name, photo string
		headers     []string
		want        string
	}{
		{"nobody", pixel, []string{"GraphQL-Preflight: 1"}, "UNAUTHENTICATED"},
		{"no image", "<script>", ann, "the photo must be a JPEG, PNG or GIF"},
		{"too large", pixel + strings.Repeat("x", 2<<20), ann, "the photo must have at most 2 MiB"},
		{"by a form of another site", pixel, as("ann"), "GraphQL-Preflight"},
	} {
		if got := upload(t, server, c.photo, c.headers...); !strings.Contains(got.body, c.want) {
			t.Errorf("%s: %s", c.name, got.body)
		}
	}
}

// TestSubscription: a comment by the form reaches those who listen, as a stream
// of events.
func TestSubscription(t *testing.T) {
	server := newServer(t)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, "POST", server.URL+"/graphql", strings.NewReader(`{"query": "subscription { commented(postId: 1) { name post { title } } }"}`))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "text/event-stream")
	response, err := http.DefaultClient.Do(r) // returns when the server listens
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	form := url.Values{"comment[name]": {"Di"}, "comment[body]": {"Here"}}.Encode()
	if got := ask(t, server, "POST", "/posts/1/comments", form, "Content-Type: application/x-www-form-urlencoded"); got.status != 303 {
		t.Fatalf("the form is answered %d %s", got.status, got.body)
	}
	for lines := bufio.NewScanner(response.Body); lines.Scan(); {
		if data, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
			if data != `{"data":{"commented":{"name":"Di","post":{"title":"Hello"}}}}` {
				t.Errorf("the event is %s", data)
			}
			return
		}
	}
	t.Error("no event came")
}

// TestPlayground: GET /graphql is a page in development.
func TestPlayground(t *testing.T) {
	server := newServer(t)
	got := ask(t, server, "GET", "/graphql", "", "Accept: text/html")
	if got.status != 200 || !strings.Contains(got.body, "/graphql/_assets/") {
		t.Errorf("%d\n%.500s", got.status, got.body)
	}
	if got := ask(t, server, "GET", "/graphql/health", ""); got.status != 200 {
		t.Errorf("health: %d %s", got.status, got.body)
	}
}

// TestWebhook: the moderation service rejects a comment, once, and nobody else.
func TestWebhook(t *testing.T) {
	server := newServer(t)
	body := `{"id": "evt_1", "type": "comment.rejected", "comment": {"id": "1"}}`
	verifier, err := hooks.NewVerifier("sha256Verifier", hooks.WithSecrets(secret))
	if err != nil {
		t.Fatal(err)
	}
	signature, err := verifier.Sign([]byte(body))
	if err != nil {
		t.Fatal(err)
	}
	send := func(body, signature string) answer {
		return ask(t, server, "POST", "/webhooks/moderation", body, "Content-Type: application/json", "X-Moderation-Signature: "+signature)
	}
	if got := send(strings.Replace(body, `"1"}`, `"2"}`, 1), signature); got.status != 401 || got.body != "" {
		t.Errorf("a changed body is answered %d %s", got.status, got.body)
	}
	if got := send(body, signature); got.status != 200 || got.body != `{"data":{"removed":true}}` {
		t.Errorf("the event is answered %d %s", got.status, got.body)
	}
	if got := graphQL(t, server, `{ post(id: 1) { comments { id } } }`); got != `{"data":{"post":{"comments":[]}}}` {
		t.Errorf("the comment is still there: %s", got)
	}
	if got := send(body, signature); got.status != 200 || strings.Contains(got.body, "removed") {
		t.Errorf("the event's second delivery is answered %d %s", got.status, got.body)
	}
}

// TestGenerated holds graph/ to the schema.
func TestGenerated(t *testing.T) {
	source, err := os.Open("generate.go")
	if err != nil {
		t.Fatal(err)
	}
	defer source.Close()
	for lines := bufio.NewScanner(source); lines.Scan(); {
		if command, ok := strings.CutPrefix(lines.Text(), "//go:generate "); ok {
			args := append(strings.Fields(command), "--check")
			if out, err := exec.Command(args[0], args[1:]...).CombinedOutput(); err != nil {
				t.Errorf("run go generate: %v\n%s", err, out)
			}
		}
	}
}

// TestRun starts the program on a free port and stops it.
func TestRun(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel() // it stops as soon as it serves
	if err := run(ctx, []string{"-addr", "localhost:0"}); err != nil && ctx.Err() == nil {
		t.Error(err)
	}
	if err := run(context.Background(), []string{"-production"}); err == nil || !strings.Contains(err.Error(), "MODERATION_SECRET is not set") {
		t.Errorf("in production without a secret: %v", err)
	}
}

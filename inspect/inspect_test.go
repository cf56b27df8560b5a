package inspect_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"signalbox/expand"
	"signalbox/expand/route"
	"signalbox/inspect"
)

const shop = `Rails.application.routes.draw do
  resources :posts, only: %i[show edit], id: /\d+/
  get "posts/latest", to: "posts#latest", constraints: { subdomain: "api" }
  get "beta", to: "posts#beta" if Settings.beta?
end
`

// application writes an application with one routes file, and returns its folder.
func application(t *testing.T, routes string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "shop")
	if err := os.MkdirAll(filepath.Join(dir, "config"), 0o777); err != nil {
		t.Fatal(err)
	}
	writeRoutes(t, dir, routes)
	return dir
}

func writeRoutes(t *testing.T, dir, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, "config", "routes.rb"), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// open returns an inspector of an application, and its folder.
func open(t *testing.T, path string, options inspect.Options) *inspect.Inspector {
	t.Helper()
	source, err := inspect.Open(path, expand.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { source.Close() })
	return inspect.New(source, options)
}

// ask sends what the page would, and returns the status and the answer.
func ask(h http.Handler, what, body string) (int, string) {
	r := httptest.NewRequest("POST", "http://localhost:8911/api/"+what, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Code, w.Body.String()
}

func TestHost(t *testing.T) {
	in := open(t, application(t, shop), inspect.Options{})
	for host, want := range map[string]int{
		"localhost": 200, "localhost:8911": 200, "127.0.0.1:8911": 200, "[::1]:8911": 200, "shop.localhost": 200,
		"example.org": 403, "example.org:8911": 403, "localhost.example.org": 403, "127.0.0.1.example.org": 403, "192.168.0.7:8911": 403, "": 403,
	} {
		for _, path := range []string{"/", "/inspector.js"} {
			r := httptest.NewRequest("GET", path, nil)
			r.Host = host
			w := httptest.NewRecorder()
			in.ServeHTTP(w, r)
			if w.Code != want {
				t.Errorf("%s of Host %q: got %d, want %d", path, host, w.Code, want)
			}
		}
	}
}

func TestOtherOrigins(t *testing.T) {
	in := open(t, application(t, shop), inspect.Options{})
	for name, value := range map[string]string{"Origin": "https://example.org", "Sec-Fetch-Site": "cross-site", "Content-Type": "text/plain"} {
		r := httptest.NewRequest("POST", "http://localhost:8911/api/match", strings.NewReader(`{"url":"/"}`))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set(name, value)
		w := httptest.NewRecorder()
		in.ServeHTTP(w, r)
		if w.Code < 400 {
			t.Errorf("%s %s: got %d", name, value, w.Code)
		}
	}
}

func TestPage(t *testing.T) {
	in := open(t, application(t, shop), inspect.Options{})
	r := httptest.NewRequest("GET", "http://localhost/", nil)
	w := httptest.NewRecorder()
	in.ServeHTTP(w, r)
	policy := w.Header().Get("Content-Security-Policy")
	if !strings.Contains(policy, "default-src 'none'") || !strings.Contains(policy, "script-src 'self'") || strings.Contains(policy, "unsafe") {
		t.Errorf("the policy is %q", policy)
	}
	if page := w.Body.String(); strings.Contains(page, "<script>") || strings.Contains(page, "<style>") || strings.Contains(page, "//") {
		t.Errorf("the page has a script or a style of its own, or asks another host:\n%s", page)
	}
}

func TestAnswers(t *testing.T) {
	in := open(t, application(t, shop), inspect.Options{})
	if status, text := ask(in, "match", `{"url":"/posts/1"}`); status != 422 || !strings.Contains(text, "no table") {
		t.Errorf("before the first table: %d %s", status, text)
	}
	if err := in.Reload(); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		what, body string
		status     int
		want       []string
	}{
		{"match", `{"url":"/posts/1"}`, 200, []string{`"status":200`, `"endpoint":"posts#show"`, `{"name":"id","value":"\"1\""}`}},
		{"match", `{"url":"/posts/latest"}`, 200, []string{`"status":404`, `"route":null`, `subdomain is \"www\", not \"api\"`}},
		{"match", `{"url":"https://api.example.com/posts/latest"}`, 200, []string{`"status":200`, `"endpoint":"posts#latest"`, `does not match id`}},
		{"match", `{"method":"delete","url":"/posts/1"}`, 200, []string{`"status":404`, `answers GET only`}},
		{"match", `{"url":"/beta","set":{"Settings.beta?":"true"}}`, 200, []string{`"endpoint":"posts#beta"`, `"candidates":[]`}},
		{"match", `{"url":"/beta","set":{"Settings.beta?":"false"}}`, 200, []string{`"status":404`}},
		{"path", `{"name":"edit_post","params":{"id":"7","page":"2"}}`, 200, []string{`{"result":"/posts/7/edit?page=2"}`}},
		{"path", `{"name":"edit_post","args":["7"],"url":true}`, 200, []string{`{"result":"http://www.example.com/posts/7/edit"}`}},
		{"path", `{"name":"edit_post","args":["a"]}`, 200, []string{`"error":"No route matches`}},
		{"document", `{}`, 200, []string{`"schema":"routes.inspect/1"`, `"title":"shop"`, `"expr":"Settings.beta?"`, `"name":"config/routes.rb"`, `"helpers":["beta","edit_post","post"`}},
		{"document", `{"set":{"Settings.beta?":"true"}}`, 200, []string{`"conditions":[]`, `"set":{"Settings.beta?":"true"}`}},
		{"document", `{"set":{"Settings.beta?":"["}}`, 422, []string{`"error"`}},
		{"diff", `{}`, 404, nil},
		{"match", `{`, 400, nil},
		{"match", `{"url":"` + strings.Repeat("a", 300<<10) + `"}`, 400, []string{"too large"}},
	} {
		status, text := ask(in, c.what, c.body)
		if status != c.status {
			t.Errorf("%s %.80s: got %d %.300s", c.what, c.body, status, text)
		}
		for _, want := range c.want {
			if !strings.Contains(text, want) {
				t.Errorf("%s %.80s lacks %s:\n%.2000s", c.what, c.body, want, text)
			}
		}
	}
}

func TestCompare(t *testing.T) {
	in := open(t, application(t, shop), inspect.Options{Compare: func(_ context.Context, before, after string) ([]byte, error) {
		if before == "none" {
			return nil, errors.New("no such revision")
		}
		return []byte(`{"before":"` + before + `","after":"` + after + `"}`), nil
	}})
	if status, text := ask(in, "diff", `{"before":"HEAD","after":""}`); status != 200 || text != `{"before":"HEAD","after":""}` {
		t.Errorf("got %d %s", status, text)
	}
	if status, text := ask(in, "diff", `{"before":"none"}`); status != 422 || !strings.Contains(text, "no such revision") {
		t.Errorf("got %d %s", status, text)
	}
}

// TestOnlyWhatRoutesComeFrom shows the routes files, and no other file of the application.
func TestOnlyWhatRoutesComeFrom(t *testing.T) {
	dir := application(t, "Rails.application.routes.draw do\n  draw :api\nend\n")
	for name, text := range map[string]string{"config/routes/api.rb": `get "v1", to: "a#b"`, "config/database.yml": "password: secret", "config/master.key": "secret", "config/initializers/a.rb": `SECRET = "secret"`} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	in := open(t, dir, inspect.Options{})
	if err := in.Reload(); err != nil {
		t.Fatal(err)
	}
	_, text := ask(in, "document", `{}`)
	if !strings.Contains(text, `"name":"config/routes/api.rb"`) || strings.Contains(text, "secret") {
		t.Errorf("got %s", text)
	}
}

// TestChanges follows the stream that tells pages of changes.
func TestChanges(t *testing.T) {
	dir := application(t, shop)
	in := open(t, dir, inspect.Options{})
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- in.Watch(ctx) }()
	server := httptest.NewServer(in)
	defer server.Close()
	resp, err := http.Get(server.URL + "/api/events")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	stream := bufio.NewReader(resp.Body)
	// next is the first state of which ok is true.
	next := func(ok func(inspect.State) bool) inspect.State {
		t.Helper()
		for {
			line, err := stream.ReadString('\n')
			if err != nil {
				t.Fatal(err)
			}
			text, isData := strings.CutPrefix(line, "data: ")
			if !isData {
				continue
			}
			var s inspect.State
			if err := json.Unmarshal([]byte(text), &s); err != nil {
				t.Fatal(err)
			}
			if ok(s) {
				return s
			}
		}
	}
	first := next(func(s inspect.State) bool { return s.Document != "" })
	writeRoutes(t, dir, strings.Replace(shop, "latest", "newest", 1))
	second := next(func(s inspect.State) bool { return s.Document != first.Document })
	if second.Report != "" {
		t.Errorf("got the error %s", second.Report)
	}
	writeRoutes(t, dir, "Rails.application.routes.draw do\n  member { get :a }\nend\n")
	broken := next(func(s inspect.State) bool { return s.Report != "" })
	if broken.Document != second.Document || len(broken.Problems) != 1 || broken.Problems[0].Line != 2 || !strings.Contains(broken.Report, "can't use member") {
		t.Errorf("the error is %+v", broken)
	}
	if _, text := ask(in, "document", `{}`); !strings.Contains(text, "newest") {
		t.Error("the last good table is gone")
	}
	if status, _ := ask(in, "match", `{"url":"/posts/1"}`); status != 200 {
		t.Errorf("the last good table answers %d", status)
	}
	writeRoutes(t, dir, shop)
	if mended := next(func(s inspect.State) bool { return s.Report == "" }); mended.Document != first.Document {
		t.Error("the same table is another document")
	}
	in.Drain()
	if _, err := io.ReadAll(stream); err != nil {
		t.Errorf("the stream ends with %v", err)
	}
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("watching ends with %v", err)
	}
}

// TestWatch sees what comes to be, also in folders that were not there.
func TestWatch(t *testing.T) {
	dir := application(t, "Rails.application.routes.draw do\n  draw(:api) if File.exist?(Rails.root.join(\"config/routes/api.rb\"))\nend\n")
	source, err := inspect.Open(dir, expand.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer source.Close()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	rows := make(chan int, 100)
	go inspect.Watch(ctx, source, func(table *route.Table, err error) {
		if err != nil {
			rows <- -1
			return
		}
		rows <- len(table.Routes)
	}, nil)
	until := func(want int) {
		for got := range rows {
			if got == want {
				return
			}
		}
	}
	until(0)
	if err := os.Mkdir(filepath.Join(dir, "config", "routes"), 0o777); err != nil {
		t.Fatal(err)
	}
	api := filepath.Join(dir, "config", "routes", "api.rb")
	if err := os.WriteFile(api, []byte("get \"a\", to: \"a#b\"\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	until(1)
	beside := filepath.Join(dir, "config", "routes", "api.rb~") // as editors replace a file
	if err := os.WriteFile(beside, []byte("get \"a\", to: \"a#b\"\nget \"b\", to: \"a#b\"\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(beside, api); err != nil {
		t.Fatal(err)
	}
	until(2)
	if err := os.RemoveAll(filepath.Dir(api)); err != nil {
		t.Fatal(err)
	}
	until(0)
}

// TestRoutesFile follows a routes file that is no application's.
func TestRoutesFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "some.rb")
	if err := os.WriteFile(file, []byte(shop), 0o666); err != nil {
		t.Fatal(err)
	}
	in := open(t, file, inspect.Options{})
	if err := in.Reload(); err != nil {
		t.Fatal(err)
	}
	if _, text := ask(in, "document", `{}`); !strings.Contains(text, `"name":"some.rb"`) || !strings.Contains(text, "posts#latest") {
		t.Errorf("got %s", text)
	}
}

func TestWriteFile(t *testing.T) {
	source, err := inspect.Open(application(t, "# </script><script>alert(1)</script><!--\nRails.application.routes.draw do\n  get \"a\", to: \"a#b\"\nend\n"), expand.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer source.Close()
	table, err := source.Table()
	if err != nil {
		t.Fatal(err)
	}
	document, err := inspect.NewDocument(table, source.FS(), "<shop>")
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := inspect.WriteFile(&b, document); err != nil {
		t.Fatal(err)
	}
	page := b.String()
	if n := strings.Count(page, "<script"); n != 2 {
		t.Errorf("there are %d scripts", n)
	}
	if strings.Contains(page, "<!--") || strings.Contains(page, source.Root) || strings.Contains(page, "inspector.js") || !strings.Contains(page, "<title>&lt;shop&gt; routes</title>") {
		t.Errorf("the page is %.1500s", page)
	}
	data := regexp.MustCompile(`(?s)<script type="application/json" id="document">(.*?)</script>`).FindStringSubmatch(page)
	var read inspect.Document
	if data == nil || json.Unmarshal([]byte(data[1]), &read) != nil || len(read.Files) != 1 || !strings.Contains(read.Files[0].Text, "</script>") {
		t.Errorf("the document is %.500q", data)
	}
}

package scaffold

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"signalbox/progress"
)

func TestBeside(t *testing.T) {
	files, notes, err := Beside(Options{Name: "Front", From: "../my rails"}, os.DirFS("testdata/rails"))
	if err != nil || len(notes) > 0 {
		t.Fatal(err, notes)
	}
	for name, want := range map[string]string{
		"main.go":                         `"http://127.0.0.1:3456"`,
		"app_test.go":                     `folder: "../my rails"`,
		"README.md":                       "(cd '../my rails' && bin/rails server)   # http://localhost:3456\n",
		"Dockerfile":                      "find app config -type f",
		"controllers/controllers.go":      `dispatch.Controller("admin/tags", &AdminTagsController{app: app}),`,
		"controllers/debug_controller.go": "Show(w http.ResponseWriter, r *http.Request) (_ unwritten) {",
	} {
		if !strings.Contains(string(files[name]), want) {
			t.Errorf("%s has not %s:\n%s", name, want, files[name])
		}
	}
	_, _, err = Beside(Options{Name: "a b"}, nil)
	if err == nil || !strings.Contains(err.Error(), "is not the name of a program") {
		t.Error(err)
	}
	_, _, err = Beside(Options{Name: "front"}, fstest.MapFS{"config/routes.rb": {Data: []byte("x do")}})
	if err == nil || !strings.Contains(err.Error(), "config/routes.rb:1:3") {
		t.Error(err)
	}
}

func TestPort(t *testing.T) {
	for text, want := range map[string]string{
		`port ENV.fetch("PORT", 3001)`:           "3001",
		`port        ENV.fetch('PORT') { 3002 }`: "3002",
		`port(4000)`:                             "4000",
		`  port ENV.fetch("PORT", "5000"), "::"`: "5000",
		`# port 9`:                               "3000",
		`port ENV["PORT"] || 4000`:               "3000",
		``:                                       "3000",
		"threads 5, 5\nport ENV.fetch('PORT', 81)": "81",
	} {
		if got := port(fstest.MapFS{"config/puma.rb": {Data: []byte(text)}}); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

// TestMove goes through a move: Rails answers everything, one action is written in Go, and the
// routes change.
func TestMove(t *testing.T) {
	rails := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.WriteString(w, "Rails: "+r.Method+" "+r.URL.Path+" "+r.Header.Get("X-Forwarded-For"))
	}))
	defer rails.Close()
	app := filepath.Join(t.TempDir(), "blog")
	if err := os.CopyFS(app, os.DirFS("testdata/rails")); err != nil {
		t.Fatal(err)
	}
	dir := written(t, Options{Name: "front", From: app})
	golang(t, dir, "vet", "./...")
	golang(t, dir, "test", "./...")

	p := start(t, dir, "-rails", rails.URL)
	if a := p.ask("GET", "/posts/1", ""); a.status != 200 || a.body != "Rails: GET /posts/1 127.0.0.1" {
		t.Errorf("%v", a)
	}
	if a := p.ask("GET", "/old", ""); a.status != 301 {
		t.Errorf("%v", a)
	}
	if now := p.progress(); now.InGo != 1 || now.Routes != 9 || now.Go != 1 || now.Rails != 1 || len(now.Open) != 1 {
		t.Errorf("%+v", now)
	}
	routes := filepath.Join(app, "config", "routes.rb")
	replace(t, routes, `"/posts"`, `"/moved"`)
	p.until("a changed redirect", func() answer { return p.ask("GET", "/old", "") }, func(a answer) bool { return a.location == p.url+"/moved" })
	p.end()

	replace(t, filepath.Join(dir, "controllers", "posts_controller.go"), `Show(w http.ResponseWriter, r *http.Request) (_ unwritten) {
	return
`, `Show(w http.ResponseWriter, r *http.Request) {
	w.Write([]byte("Go: post " + r.PathValue("id")))
`)
	p = start(t, dir, "-rails", rails.URL)
	for path, want := range map[string]string{"/posts/1": "Go: post 1", "/posts": "Rails: GET /posts 127.0.0.1", "/nowhere": "Rails: GET /nowhere 127.0.0.1", "/beta": "Rails: GET /beta 127.0.0.1"} {
		if a := p.ask("GET", path, ""); a.body != want {
			t.Errorf("%s: %v", path, a)
		}
	}
	if now := p.progress(); now.InGo != 2 || now.Go != 1 || now.Rails != 3 || now.Unrouted != 1 {
		t.Errorf("%+v", now)
	}
	p.end()

	p = start(t, dir, "-rails", rails.URL, "-production")
	if a := p.ask("GET", progress.Path, ""); a.body != "Rails: GET "+progress.Path+" 127.0.0.1" {
		t.Errorf("progress in production: %v", a)
	}
	p.end()
}

func (p *program) progress() (now progress.Progress) {
	p.t.Helper()
	if a := p.ask("GET", progress.Path, ""); a.status != 200 || !strings.Contains(a.body, "routes are answered in Go") {
		p.t.Errorf("%v", a)
	}
	a := p.ask("GET", progress.Path, "", "Accept: application/json")
	if err := json.Unmarshal([]byte(a.body), &now); err != nil {
		p.t.Error(err, a)
	}
	return now
}

package scaffold

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"signalbox/hooks"
)

// written writes an application into a folder of the test.
func written(t *testing.T, o Options) (dir string) {
	t.Helper()
	if testing.Short() {
		t.Skip("it builds an application")
	}
	dir = filepath.Join(t.TempDir(), o.Name)
	o.Replace = repository(t)
	files, err := Files(o)
	if o.From != "" {
		files, _, err = Beside(o, os.DirFS(o.From))
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := Write(dir, files); err != nil {
		t.Fatal(err)
	}
	golang(t, dir, "mod", "tidy")
	return dir
}

// golang runs Go in an application.
func golang(t *testing.T, dir string, args ...string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-buildvcs=false")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
	}
}

// A program is an application that runs.
type program struct {
	t   *testing.T
	url string
	cmd *exec.Cmd

	exited <-chan error // its end

	mu  sync.Mutex
	log strings.Builder
}

// start builds an application and runs it in its folder, at a free port.
func start(t *testing.T, dir string, args ...string) *program {
	t.Helper()
	golang(t, dir, "build", "-o", "program", ".")
	p := &program{t: t, cmd: exec.CommandContext(t.Context(), filepath.Join(dir, "program"), append([]string{"-addr", "localhost:0"}, args...)...)}
	p.cmd.Dir = dir
	in, out := io.Pipe()
	p.cmd.Stdout, p.cmd.Stderr = out, out
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = p.cmd.Process.Kill() // it may have ended
		if t.Failed() {
			t.Log(p.logged())
		}
	})
	found := make(chan string, 1)
	go func() {
		defer close(found)
		for lines := bufio.NewScanner(in); lines.Scan(); {
			p.mu.Lock()
			p.log.WriteString(lines.Text() + "\n")
			p.mu.Unlock()
			if url, ok := strings.CutPrefix(lines.Text(), "Listening on "); ok {
				found <- url
			}
		}
	}()
	exited := make(chan error, 1)
	p.exited = exited
	go func() { exited <- p.cmd.Wait(); out.Close() }()
	p.url = <-found
	if p.url == "" {
		t.Fatalf("it does not serve: %v\n%s", <-exited, p.logged())
	}
	return p
}

func (p *program) logged() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.log.String()
}

// An answer is what a client sees; redirects are not followed.
type answer struct {
	status         int
	body, location string
}

func (p *program) ask(method, path, body string, headers ...string) (a answer) {
	p.t.Helper()
	r, err := http.NewRequestWithContext(p.t.Context(), method, p.url+path, strings.NewReader(body))
	if err != nil {
		p.t.Fatal(err)
	}
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		r.Header.Set(name, value)
	}
	response, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		p.t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		p.t.Fatal(err)
	}
	return answer{response.StatusCode, string(text), response.Header.Get("Location")}
}

// until asks until an answer is as it is wanted, or the deadline of the test is near.
func (p *program) until(what string, ask func() answer, wanted func(answer) bool) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.t.Context(), time.Minute)
	defer cancel()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for {
		a := ask()
		if wanted(a) {
			return
		}
		select {
		case <-ctx.Done():
			p.t.Fatalf("%s: the answer is still %d %s\n%s", what, a.status, a.body, p.logged())
		case <-tick.C:
		}
	}
}

// end has the program end as a system does.
func (p *program) end() {
	p.t.Helper()
	if err := p.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		p.t.Fatal(err)
	}
	if err := <-p.exited; err != nil {
		p.t.Errorf("it does not end well: %v\n%s", err, p.logged())
	}
}

func replace(t *testing.T, file, old, text string) {
	t.Helper()
	was, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(was), old) {
		t.Fatalf("%s has no %q", file, old)
	}
	if err := os.WriteFile(file, []byte(strings.Replace(string(was), old, text, 1)), 0o666); err != nil {
		t.Fatal(err)
	}
}

const asJSON = "Content-Type: application/json"

// TestApplication: a new application is vetted, passes its tests, and serves what its README
// tells: pages, JSON, GraphQL and webhooks, with changes of routes and schema as they are saved.
func TestApplication(t *testing.T) {
	dir := written(t, Options{Name: "shop"})
	golang(t, dir, "vet", "./...")
	golang(t, dir, "test", "./...")
	p := start(t, dir)
	if a := p.ask("POST", "/notes.json", `{"note": {"title": "By JSON", "body": "A text."}}`, asJSON); a.status != 201 {
		t.Errorf("JSON: %v", a)
	}
	if a := p.ask("GET", "/", ""); a.status != 200 || !strings.Contains(a.body, "By JSON") || !strings.Contains(a.body, "the playground") {
		t.Errorf("the page: %v", a)
	}
	if a := p.ask("GET", "/graphql", "", "Accept: text/html"); a.status != 200 || !strings.Contains(a.body, "/graphql/_assets/") {
		t.Errorf("the playground: %v", a)
	}
	p.webhook()
	p.changes(dir)
	p.end()
	if _, err := os.Stat(filepath.Join(dir, "shop.db")); err != nil {
		t.Error(err)
	}
}

// webhook sends a delivery that is signed, and a forged one.
func (p *program) webhook() {
	p.t.Helper()
	body := `{"id": "evt_1", "type": "note.written", "note": {"title": "By a webhook"}}`
	verifier, err := hooks.NewVerifier("sha256Verifier", hooks.WithSecrets("development"))
	if err != nil {
		p.t.Fatal(err)
	}
	signature, err := verifier.Sign([]byte(body))
	if err != nil {
		p.t.Fatal(err)
	}
	if a := p.ask("POST", "/webhooks/notes", body+" ", asJSON, "X-Webhook-Signature: "+signature); a.status != 401 {
		p.t.Errorf("a forged webhook: %v", a)
	}
	if a := p.ask("POST", "/webhooks/notes", body, asJSON, "X-Webhook-Signature: "+signature); a.status != 200 {
		p.t.Errorf("a webhook: %v", a)
	}
}

// changes saves new routes and a new schema while the program runs, and files with errors.
func (p *program) changes(dir string) {
	p.t.Helper()
	routes, schema := filepath.Join(dir, "config", "routes.rb"), filepath.Join(dir, "graphql", "notes.graphql")
	get := func() answer { return p.ask("GET", "/latest", "") }
	if a := get(); a.status != 404 {
		p.t.Errorf("a route that is not there: %v", a)
	}
	replace(p.t, routes, "  resources :notes", "  get \"latest\", to: redirect(\"/notes\")\n  resources :notes")
	p.until("a new route", get, func(a answer) bool { return a.status == 301 && a.location == p.url+"/notes" })
	replace(p.t, routes, `redirect("/notes")`, `"notes#latest"`)
	p.until("a route without Go code", get, func(a answer) bool {
		return a.status == 501 && strings.Contains(a.body, "config/routes.rb:4") && strings.Contains(a.body, "It leads to notes#latest")
	})
	replace(p.t, routes, `"notes#latest"`, `"notes#latest" do`)
	p.until("an error", get, func(answer) bool { return strings.Contains(p.logged(), "config/routes.rb is not reloaded") })
	if a := get(); a.status != 501 {
		p.t.Errorf("the last good table: %v", a)
	}
	replace(p.t, routes, `"notes#latest" do`, `"notes#index"`)
	p.until("mended", get, func(a answer) bool { return a.status == 200 && strings.Contains(a.body, "By a webhook") })

	query := func() answer { return p.ask("POST", "/graphql", `{"query": "{ note(id: 1) { excerpt } }"}`, asJSON) }
	if a := query(); !strings.Contains(a.body, "GRAPHQL_VALIDATION_FAILED") {
		p.t.Errorf("a field that is not there: %v", a)
	}
	replace(p.t, schema, "  body: String!\n", "  body: String!\n  excerpt: String!\n")
	p.until("a new field", query, func(a answer) bool { return strings.Contains(a.body, `"excerpt":"A text."`) })
	replace(p.t, schema, "type Note {", "type Note {{")
	p.until("an error of the schema", query, func(answer) bool { return strings.Contains(p.logged(), "graphql is not reloaded") })
	if a := query(); !strings.Contains(a.body, `"excerpt":"A text."`) {
		p.t.Errorf("the last good schema: %v", a)
	}
}

// TestWeb: without a build the page says how to make one; with one, the application serves it.
func TestWeb(t *testing.T) {
	dir := written(t, Options{Name: "shop", Web: true, WebPackage: "file:signalbox-web-0.1.0.tgz"})
	golang(t, dir, "vet", "./...")
	golang(t, dir, "test", "./...")
	p := start(t, dir)
	if a := p.ask("GET", "/", ""); a.status != 200 || !strings.Contains(a.body, "npm run setup") {
		t.Errorf("%v", a)
	}
	if a := p.ask("GET", "/notes", ""); a.status != 200 || !strings.Contains(a.body, "There are no notes yet.") {
		t.Errorf("%v", a)
	}
	p.end()

	modules := filepath.Join(repository(t), "examples", "blog", "web", "node_modules")
	if _, err := os.Stat(filepath.Join(modules, "@signalbox", "web", "dist")); err != nil {
		t.Skip("the pages of examples/blog are not set up: ", err)
	}
	web := filepath.Join(dir, "web")
	if err := os.Symlink(modules, filepath.Join(web, "node_modules")); err != nil {
		t.Fatal(err)
	}
	for _, tool := range []string{"vite build", "tsc"} {
		words := strings.Fields(tool)
		cmd := exec.CommandContext(t.Context(), filepath.Join(modules, ".bin", words[0]), words[1:]...)
		cmd.Dir = web
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", tool, err, out)
		}
	}
	p = start(t, dir)
	a := p.ask("GET", "/", "")
	_, script, _ := strings.Cut(a.body, `src="/assets/`)
	script, _, _ = strings.Cut(script, `"`)
	if a := p.ask("GET", "/assets/"+script, ""); script == "" || a.status != 200 || !strings.Contains(a.body, "There are no notes yet.") {
		t.Errorf("the script %q: %d", script, a.status)
	}
	p.end()
}

// TestProduction: in production nothing is read from the folder, and errors show nothing.
func TestProduction(t *testing.T) {
	dir := written(t, Options{Name: "shop", Module: "example.com/shop"})
	golang(t, dir, "build", "-o", "program", ".")
	cmd := exec.CommandContext(t.Context(), filepath.Join(dir, "program"), "-production", "-db", ":memory:")
	if out, err := cmd.CombinedOutput(); err == nil || !strings.Contains(string(out), "shop: WEBHOOK_SECRET is not set") {
		t.Errorf("without a secret: %v\n%s", err, out)
	}
	t.Setenv("WEBHOOK_SECRET", "development")
	p := start(t, dir, "-production", "-db", ":memory:")
	for _, folder := range []string{"config", "graphql", "views"} {
		if err := os.RemoveAll(filepath.Join(dir, folder)); err != nil {
			t.Fatal(err)
		}
	}
	p.webhook()
	if a := p.ask("GET", "/", ""); a.status != 200 || !strings.Contains(a.body, "By a webhook") || strings.Contains(a.body, "playground") {
		t.Errorf("the page: %v", a)
	}
	if a := p.ask("POST", "/graphql", `{"query": "{ __schema { types { name } } }"}`, asJSON); strings.Contains(a.body, "NewNote") {
		t.Errorf("introspection: %v", a)
	}
	p.end()
}

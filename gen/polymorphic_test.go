package gen

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"signalbox/expand/urls"
)

type (
	Post    struct{ ID int }
	Comment struct{ ID int }
	Status  struct{ ID int }
)

const polymorphicRoutes = `Rails.application.routes.draw do
  scope "(:locale)" do
    resources :posts do
      resources :comments
    end
  end
  namespace(:admin) { resources :posts }
  resources :statuses
  get "api", to: "a#b", as: :api, constraints: { subdomain: "api" }
end
`

// forms are what records and names stand for, in Ruby's words, in Go and in TypeScript; the
// table's own helpers make the path.
var forms = []struct {
	of     []any
	golang string
	ts     string
}{
	{[]any{Post{1}}, `post("1")`, `[post("1")]`},
	{[]any{Post{}}, `post("")`, `[post("")]`},
	{[]any{"edit", Post{7}}, `"edit", post("7")`, `["edit", post("7")]`},
	{[]any{"admin", Post{1}}, `"admin", post("1")`, `["admin", post("1")]`},
	{[]any{"new", "admin", "post"}, `"new", "admin", "post"`, `["new", "admin", "post"]`},
	{[]any{Post{1}, Comment{2}}, `post("1"), comment("2")`, `[post("1"), comment("2")]`},
	{[]any{Post{1}, Comment{}}, `post("1"), comment("")`, `[post("1"), comment("")]`},
	{[]any{Status{3}}, `record{"status", "statuses", "3"}`, `[{ singularRouteKey: "status", routeKey: "statuses", toParam: 3 }]`},
	{[]any{"admin", Comment{2}}, `"admin", comment("2")`, `["admin", comment("2")]`}, // there is none
}

const polymorphicGo = `package main

import (
	"fmt"

	"generated/routes"
)

type record struct{ one, many, param string }

func (r record) SingularRouteKey() string { return r.one }
func (r record) RouteKey() string         { return r.many }
func (r record) ToParam() string          { return r.param }

func post(param string) record    { return record{"post", "posts", param} }
func comment(param string) record { return record{"comment", "comments", param} }

func show(of ...any) {
	defer func() {
		if recover() != nil {
			fmt.Println()
		}
	}()
	fmt.Println(routes.PathFor(of...))
}

func main() {
%s	fmt.Println(routes.PathFor(post("1"), routes.Options{Format: "json", PathParams: map[string]string{"locale": "de"}}))
	for _, base := range []routes.Base{"https://example.org/", "http://www.example.org:3000/app", "http://127.0.0.1:3000"} {
		fmt.Println(routes.APIURL(base))
	}
}
`

const polymorphicTS = `import * as routes from "./routes";
declare const console: { log(s: string): void };
const post = (toParam: string) => ({ singularRouteKey: "post", routeKey: "posts", toParam });
const comment = (toParam: string) => ({ singularRouteKey: "comment", routeKey: "comments", toParam });
function show(f: () => string) {
  try {
    console.log(f());
  } catch {
    console.log("");
  }
}
%sconsole.log(routes.pathFor([post("1")], { format: "json", pathParams: { locale: "de" } }));
for (const base of ["https://example.org/", "http://www.example.org:3000/app", "http://127.0.0.1:3000"]) console.log(routes.apiUrl(base));
`

func TestPathForAsTable(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "config", "routes.rb"), polymorphicRoutes)
	table := load(t, dir)
	var want, golang, ts strings.Builder
	for _, f := range forms {
		path, _ := urls.New(table, nil).PathFor(f.of...)
		want.WriteString(path + "\n")
		fmt.Fprintf(&golang, "\tshow(%s)\n", f.golang)
		fmt.Fprintf(&ts, "show(() => routes.pathFor(%s));\n", f.ts)
	}
	want.WriteString("/de/posts/1.json\n")
	for _, host := range []string{"example.org", "www.example.org:3000", "127.0.0.1:3000"} {
		url, err := urls.New(table, nil).URL("api", urls.Params{"host": host})
		if err != nil {
			t.Fatal(err)
		}
		switch host {
		case "example.org":
			url = strings.Replace(url, "http:", "https:", 1)
		case "www.example.org:3000":
			url = strings.Replace(url, ":3000/api", ":3000/app/api", 1)
		}
		want.WriteString(url + "\n")
	}
	src, _, err := Go(table, GoOptions{})
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "go.mod"), "module generated\n\ngo 1.24\n")
	write(t, filepath.Join(dir, "routes", "routes.go"), string(src))
	write(t, filepath.Join(dir, "main.go"), fmt.Sprintf(polymorphicGo, golang.String()))
	run := exec.Command("go", "run", ".")
	run.Dir, run.Env = dir, append(os.Environ(), "GOFLAGS=", "GOWORK=off")
	if out, err := run.CombinedOutput(); string(out) != want.String() {
		t.Errorf("Go: %v\n%s\nwant\n%s", err, out, &want)
	}
	compiler := typeScript(t)
	text, _ := TypeScript(table)
	write(t, filepath.Join(dir, "routes.ts"), string(text))
	write(t, filepath.Join(dir, "show.ts"), fmt.Sprintf(polymorphicTS, ts.String()))
	tsc := exec.Command(compiler, "--strict", "--noUnusedLocals", "--noUnusedParameters", "--noUncheckedIndexedAccess", "--target", "es2022", "--module", "commonjs", "--lib", "es2022", "show.ts")
	tsc.Dir = dir
	if out, err := tsc.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	node := exec.Command("node", "show.js")
	node.Dir = dir
	if out, err := node.CombinedOutput(); string(out) != want.String() {
		t.Errorf("TypeScript: %v\n%s\nwant\n%s", err, out, &want)
	}
}

package gen

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"signalbox/dsl"
	"signalbox/expand"
	"signalbox/expand/route"
	"signalbox/expand/urls"

	"github.com/google/go-cmp/cmp"
)

// cases are the tables whose helpers are compiled and called.
var cases = []string{
	"../expand/testdata/urls", "../testdata/golden/rails/big-app", "../testdata/golden/rails/defaults-format", "../testdata/golden/rails/globs",
	"../testdata/golden/rails/optional-segments", "../testdata/golden/rails/dynamic-segments", "../testdata/golden/rails/odd-names",
	"../testdata/golden/rails/constraints", "../testdata/golden/own/default-url-options", "../testdata/golden/own/optional-segments",
	"../testdata/golden/own/generation", "../testdata/golden/own/generation-more", "../testdata/golden/own/odd-characters", "../testdata/golden/own/notifications",
}

func load(t testing.TB, root string) *route.Table {
	t.Helper()
	table, err := expand.Load(root, expand.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// A call is one call of a generated function, with what the table's own helper
// returns; want is empty where it refuses.
type call struct {
	h             *helper
	args          []string
	optional      map[string]string
	format        string
	anchor, slash bool
	query         bool
	url           bool // the URL
	pathParams    bool // the optional parts are path_params, with one that no path has
	want          string
}

// calls makes calls of every helper in several forms.
func calls(table *route.Table, helpers []*helper) (all []call) {
	for _, h := range helpers {
		for i, v := range []string{"42", "2024", "a b/ü", "en", "x1"} {
			c := call{h: h, optional: map[string]string{}}
			for range h.required {
				c.args = append(c.args, v)
			}
			if i%2 == 1 {
				for j, p := range h.optional {
					if (i+j)%4 != 0 {
						c.optional[p.name] = []string{"de", "1", p.def, "7"}[(i+j)%4]
					}
				}
			}
			c.format = []string{"xml", "json", "", h.formatDefault, ""}[i]
			c.anchor, c.slash, c.query = i == 2, i%3 == 2, i == 3
			c.url, c.pathParams = i >= 3 && h.sayURL(), i == 3
			c.ask(table)
			all = append(all, c)
		}
	}
	return all
}

func (c *call) ask(table *route.Table) {
	params, parts := urls.Params{}, urls.Params{}
	if c.pathParams {
		parts["no_part"] = "x"
		params["path_params"] = parts
	} else {
		parts = params
	}
	for key, v := range c.optional {
		if v != "" {
			parts[key] = v
		}
	}
	if c.format != "" && c.h.part("format") == nil {
		params["format"] = c.format
	}
	if c.anchor {
		params["anchor"] = "a b?"
	}
	if c.slash {
		params["trailing_slash"] = true
	}
	if c.query {
		params["params"] = map[string]any{"q": "x y*", "l": []any{1, "b"}, "m": map[string]any{"k": map[string]any{"z": true}}}
	}
	for i, p := range c.h.required {
		params[p.name] = c.args[i]
	}
	if !c.url {
		c.want, _ = urls.New(table, nil).Path(c.h.name, params)
		return
	}
	params["host"], params["protocol"] = "example.org", "https"
	c.want, _ = urls.New(table, nil).URL(c.h.name, params)
}

// TestGoAsTable compiles the Go code of several tables, calls every function and
// compares the paths with those of the table.
func TestGoAsTable(t *testing.T) {
	if testing.Short() {
		t.Skip("it is long, and on one goroutine")
	}
	dir := t.TempDir()
	write(t, filepath.Join(dir, "go.mod"), "module generated\n\ngo 1.24\n")
	var main, imports strings.Builder
	var want []call
	for i, root := range cases {
		table := load(t, root)
		pkg := fmt.Sprintf("p%d", i)
		helpers, _ := model(table)
		src, _, err := writeGo(table, helpers, GoOptions{Package: pkg})
		if err != nil {
			t.Fatalf("%s: %v\n%s", root, err, src)
		}
		write(t, filepath.Join(dir, pkg, "routes.go"), string(src))
		fmt.Fprintf(&imports, "import %q\n", "generated/"+pkg)
		list := calls(table, helpers)
		for j := range list {
			list[j].writeGo(&main, pkg)
		}
		want = append(want, list...)
	}
	write(t, filepath.Join(dir, "main.go"), `package main

import "fmt"

`+imports.String()+`
func call(f func() string) {
	defer func() {
		if e := recover(); e != nil {
			fmt.Println("panic:", e)
		}
	}()
	fmt.Printf("%s\n", f())
}

func main() {
`+main.String()+"}\n")
	cmd := exec.Command("go", "run", ".")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off")
	compare(t, cmd, want)
}

// typeScript returns the compiler of TypeScript: that of the PATH, or of scripts.
func typeScript(t *testing.T) string {
	t.Helper()
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("no node")
	}
	if tsc, err := exec.LookPath("tsc"); err == nil {
		return tsc
	}
	tsc, err := filepath.Abs("../scripts/node_modules/.bin/tsc")
	if err == nil {
		_, err = os.Stat(tsc)
	}
	if err != nil {
		t.Skip("no tsc")
	}
	return tsc
}

// TestTypeScriptAsTable does the same with TypeScript, where there are tsc and
// node.
func TestTypeScriptAsTable(t *testing.T) {
	if testing.Short() {
		t.Skip("it is long, and on one goroutine")
	}
	compiler := typeScript(t)
	dir := t.TempDir()
	var main, imports strings.Builder
	var want []call
	for i, root := range cases {
		table := load(t, root)
		helpers, _ := model(table)
		name := fmt.Sprintf("p%d", i)
		write(t, filepath.Join(dir, name+".ts"), string(writeTypeScript(table, helpers)))
		fmt.Fprintf(&imports, "import * as %s from \"./%s\";\n", name, name)
		list := calls(table, helpers)
		for j := range list {
			list[j].writeTypeScript(&main, name)
		}
		want = append(want, list...)
	}
	write(t, filepath.Join(dir, "main.ts"), imports.String()+`
declare const console: { log(s: string): void };
function call(f: () => string) {
  try {
    console.log(f());
  } catch (e) {
    console.log("panic: " + (e as Error).message);
  }
}
`+main.String())
	tsc := exec.Command(compiler, "--strict", "--noUnusedLocals", "--target", "es2022", "--module", "commonjs", "--lib", "es2022", "main.ts")
	tsc.Dir = dir
	if out, err := tsc.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%.3000s", err, out)
	}
	cmd := exec.Command("node", "main.js")
	cmd.Dir = dir
	compare(t, cmd, want)
}

// TestTypeScriptHasWhatIsCalled compiles modules that call few of the runtime's functions, and
// name others in paths, requirements and comments.
func TestTypeScriptHasWhatIsCalled(t *testing.T) {
	compiler := typeScript(t)
	dir := t.TempDir()
	args := []string{"--strict", "--noUnusedLocals", "--noEmit", "--target", "es2022", "--lib", "es2022"}
	for i, routes := range []string{
		"", `get "/ping", to: "a#b"`, `get "/segment(/all)", to: "a#b", as: :x, format: false`,
		`get "/*path", to: "a#b", as: :x, format: false`, `get "/*id", to: "a#b", as: :x, id: /segment(s)?|"/, format: false`,
	} {
		root := filepath.Join(dir, fmt.Sprint(i))
		write(t, filepath.Join(root, "config", "routes.rb"), "Rails.application.routes.draw do\n  "+routes+"\nend\n")
		src, _ := TypeScript(load(t, root))
		write(t, filepath.Join(root, "routes.ts"), string(src))
		args = append(args, filepath.Join(root, "routes.ts"))
	}
	if out, err := exec.Command(compiler, args...).CombinedOutput(); err != nil {
		t.Errorf("%v\n%.3000s", err, out)
	}
}

// writeTypeScript writes the call as TypeScript.
func (c *call) writeTypeScript(b *strings.Builder, module string) {
	if c.url {
		fmt.Fprintf(b, "call(() => %s.%s(\"https://example.org\", ", module, c.h.urlIdent)
	} else {
		fmt.Fprintf(b, "call(() => %s.%s(", module, c.h.ident)
	}
	for _, a := range c.args {
		b.WriteString(js(a) + ", ")
	}
	b.WriteString("{ ")
	if c.format != "" && c.h.part("format") == nil {
		fmt.Fprintf(b, "format: %s, ", js(c.format))
	}
	if c.anchor {
		b.WriteString(`anchor: "a b?", `)
	}
	if c.slash {
		b.WriteString("trailingSlash: true, ")
	}
	if c.query {
		b.WriteString(`query: { q: "x y*", l: [1, "b"], m: { k: { z: true } }, n: null, e: [] }, `)
	}
	if c.pathParams {
		b.WriteString(`pathParams: { no_part: "x", `)
	}
	for _, p := range c.h.optional {
		v, field := c.optional[p.name], p.field
		if c.pathParams {
			field = js(p.name)
		}
		if v != "" {
			fmt.Fprintf(b, "%s: %s, ", field, js(v))
		}
	}
	if c.pathParams {
		b.WriteString("}, ")
	}
	b.WriteString("}));\n")
}

func compare(t *testing.T, cmd *exec.Cmd, want []call) {
	t.Helper()
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%.4000s", err, stderr.String())
	}
	lines := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
	if len(lines) != len(want) {
		t.Fatalf("%d lines, want %d\n%.2000s", len(lines), len(want), stderr.String())
	}
	refused := 0
	for i, c := range want {
		got := lines[i]
		if refusal, ok := strings.CutPrefix(got, "panic: "); ok {
			got = ""
			if refused++; !strings.Contains(refusal, "does not match its requirement") {
				t.Errorf("%s%v: %s", c.h.name, c.args, refusal)
			}
		}
		untested := slices.ContainsFunc(c.h.required, func(p *part) bool { return p.told != "" })
		if got != c.want && !(untested && c.want == "") {
			t.Errorf("%s %s %v %v %q anchor %v slash %v query %v: %q, want %q", c.h.name, c.h.route.Path, c.args, c.optional, c.format, c.anchor, c.slash, c.query, got, c.want)
		}
	}
	if len(want) < 1000 || refused < 10 {
		t.Errorf("%d calls, %d refused", len(want), refused)
	}
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// writeGo writes the call as Go.
func (c *call) writeGo(b *strings.Builder, pkg string) {
	if c.url {
		fmt.Fprintf(b, "call(func() string { return %s.%s(\"https://example.org\", ", pkg, c.h.urlIdent)
	} else {
		fmt.Fprintf(b, "call(func() string { return %s.%s(", pkg, c.h.ident)
	}
	for _, a := range c.args {
		fmt.Fprintf(b, "%q, ", a)
	}
	common := pkg + ".Options{"
	if c.format != "" && c.h.part("format") == nil {
		common += fmt.Sprintf("Format: %q, ", c.format)
	}
	if c.anchor {
		common += `Anchor: "a b?", `
	}
	if c.slash {
		common += "TrailingSlash: true, "
	}
	if c.query {
		common += `Query: map[string]any{"q": "x y*", "l": []any{1, "b"}, "m": map[string]any{"k": map[string]any{"z": true}}, "n": nil}, `
	}
	if c.pathParams {
		common += `PathParams: map[string]string{"no_part": "x"`
		for _, p := range c.h.optional {
			if v := c.optional[p.name]; v != "" {
				common += fmt.Sprintf(", %q: %q", p.name, v)
			}
		}
		common += "}"
	}
	common += "}"
	if len(c.h.optional) == 0 {
		fmt.Fprintf(b, "%s)})\n", common)
		return
	}
	fmt.Fprintf(b, "%s.%s{Options: %s", pkg, c.h.options, common)
	for _, p := range c.h.optional {
		if v := c.optional[p.name]; v != "" && !c.pathParams {
			fmt.Fprintf(b, ", %s: %q", p.field, v)
		}
	}
	b.WriteString("})})\n")
}

var update = flag.Bool("update", false, "write testdata anew")

// TestOutput holds the text of the generated code to what was reviewed, and the
// same table to the same bytes.
func TestOutput(t *testing.T) {
	for range 3 {
		table := load(t, "testdata/app")
		src, notes, err := Go(table, GoOptions{})
		if err != nil {
			t.Fatal(err)
		}
		ts, more := TypeScript(table)
		for name, got := range map[string]string{
			"routes.go.txt": string(src), "routes.ts": string(ts),
			"notes.txt": strings.Join(notes, "\n") + "\n\n" + strings.Join(more, "\n") + "\n",
		} {
			file := filepath.Join("testdata", name)
			if *update {
				write(t, file, got)
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got); diff != "" {
				t.Errorf("%s (-reviewed +now, -update writes it)\n%s", name, diff)
			}
		}
	}
}

// TestMissingAction: a controller without an action that the routes name does
// not compile, and neither does a helper with a part too few.
func TestMissingAction(t *testing.T) {
	src, _, err := Go(load(t, "testdata/app"), GoOptions{})
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write(t, filepath.Join(dir, "go.mod"), "module generated\n\ngo 1.24\n")
	write(t, filepath.Join(dir, "routes", "routes.go"), string(src))
	const program = `package main

import (
	"net/http"

	"generated/routes"
)

type posts struct{}

func (posts) Index(http.ResponseWriter, *http.Request) {}
%s
func main() {
	_ = routes.Controllers{Posts: posts{}}.ByName()
	_ = routes.PostPath(%s)
}
`
	const show = "func (posts) Show(http.ResponseWriter, *http.Request) {}\n"
	for _, c := range []struct{ methods, args, wrong string }{
		{show, `1`, ""},
		{show, `"slug", routes.Options{Format: "json"}`, ""},
		{"", `1`, "missing method Show"},
		{show, ``, "not enough arguments"},
		{show, `1.5`, "float64 does not satisfy"},
	} {
		write(t, filepath.Join(dir, "main.go"), fmt.Sprintf(program, c.methods, c.args))
		cmd := exec.Command("go", "vet", ".")
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off")
		out, err := cmd.CombinedOutput()
		if (err == nil) != (c.wrong == "") || !strings.Contains(string(out), c.wrong) {
			t.Errorf("PostPath(%s), methods %q: %v\n%s", c.args, c.methods, err, out)
		}
	}
}

// TestPackageName refuses what Go takes for no name.
func TestPackageName(t *testing.T) {
	for _, name := range []string{"my-routes", "func", "1", "a b"} {
		if _, _, err := Go(load(t, "testdata/app"), GoOptions{Package: name}); err == nil {
			t.Errorf("%q: no error", name)
		}
	}
}

// TestPortable tells which requirements the generated code tests.
func TestPortable(t *testing.T) {
	for source, want := range map[string]string{
		`\d+`: `[0-9]+`, `a|(?:b|c)?`: `(?:a|(?:b|c)?)`, `.+?`: `[^\n]+`, `\h`: `[0-9A-Fa-f]`, `(?i)a`: `[Aa]`, `é`: `\u{e9}`, `a{,3}`: `a{0,3}`, `a/b`: `a\/b`,
		`(?=a)b`: "", `a++`: "", `[[:alpha:]]`: "", `a{2000}`: "", `\1`: "", `(`: "",
	} {
		got, ok := portable(dsl.NewRegexp(source, 0))
		if ok != (want != "") || ok && got != want {
			t.Errorf("%s: %q %v, want %q", source, got, ok, want)
		}
	}
	if got := inGo(`\\u{e9}\u{e9}`); got != `\\u{e9}\x{e9}` {
		t.Errorf("in Go it is %s", got)
	}
}

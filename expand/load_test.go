package expand

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"signalbox/dsl"
	"signalbox/expand/mapper"
	"signalbox/expand/route"
	"signalbox/grammar"
)

const head = "Rails.application.routes.draw do\n"

// What Rails does not say itself: files, limits and the deliberate differences.
func TestErrors(t *testing.T) {
	for _, tt := range []struct {
		name  string
		files map[string]string
		want  string
	}{
		{"no file", map[string]string{"config/application.rb": ""}, "no config/routes.rb in"},
		{"NUL", map[string]string{"config/routes.rb": head + " \x00"}, "config/routes.rb:2:2: unexpected NUL byte"},
		{"not UTF-8", map[string]string{"config/routes.rb": head + "  get \"\xff\""}, "config/routes.rb:2:8: invalid multibyte char (UTF-8)"},
		{"draw outside", map[string]string{"config/routes.rb": head + "  draw \"../../../../etc/passwd\"\nend"}, "config/routes.rb:2:3: draw \"../../../../etc/passwd\": only files below config/routes are read"},
		{"draw absolute", map[string]string{"config/routes.rb": head + "  draw \"/etc/passwd\"\nend"}, "but the file was not found in"},
		{"draw in a circle", map[string]string{
			"config/routes.rb": head + "  draw :a\nend", "config/routes/a.rb": "draw :b", "config/routes/b.rb": "draw :a",
		}, "stack level too deep: the files draw each other: config/routes/"},
		{"syntax in a drawn file", map[string]string{"config/routes.rb": head + "  draw :a\nend", "config/routes/a.rb": "get ("}, "config/routes/a.rb:1"},
		{"too many routes", map[string]string{"config/routes.rb": head + "  300.times { |i| get \"x#{i}\", to: \"a#b\" }\nend"}, "config/routes.rb:2:19: limit reached: routes (at most 200)"},
		{"endless", map[string]string{"config/routes.rb": head + "  (10**9).times { }\nend"}, "limit reached: steps"},
		{"Rails 2", map[string]string{
			"config/routes.rb": "ActionController::Routing::Routes.draw do |map|\n  map.resources :posts\nend",
		}, "config/routes.rb:1:35: these are routes of Rails 2"},
		{"no path", map[string]string{"config/routes.rb": head + "  get to: \"a#b\"\nend"}, "config/routes.rb:2:3: Route path not specified"},
		{"root", map[string]string{"config/routes.rb": head + "  root\nend"}, "config/routes.rb:2:3: must be called with a path and/or options"},
		{"slip", map[string]string{"config/routes.rb": head + "  resorces :posts\nend"}, "config/routes.rb:2:3: undefined method 'resorces'"},
		{"raise", map[string]string{"config/routes.rb": head + "  raise ArgumentError, \"no\"\nend"}, "config/routes.rb:2:3: no"},
		{"bad inflections", map[string]string{
			"config/routes.rb": head + "end", "config/initializers/inflections.rb": "ActiveSupport::Inflector.inflections { |i| i.plural 1 }",
		}, "config/initializers/inflections.rb:1"},
		{"a list of rules that is changed", map[string]string{
			"config/routes.rb": head + "end", "config/initializers/inflections.rb": "ActiveSupport::Inflector.inflections { |i| i.uncountables << \"staff\"; i.singulars.unshift [/s$/, \"\"] }",
		}, "config/initializers/inflections.rb:1:83: unshift of ActiveSupport::Inflector.inflections(:en).singulars is not followed"},
		{"inflected with too much", map[string]string{"config/routes.rb": head + "  get ActiveSupport::Inflector.pluralize(\"a\", 2, :en)\nend"}, "given 3, expected 1..2"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			options := Options{MaxRoutes: 200}
			options.Limits.Steps = 100_000
			_, err := Load(application(t, tt.files), options)
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Fatalf("got  %v\nwant %s", err, tt.want)
			}
		})
	}
}

func TestMissingAndLargeFiles(t *testing.T) {
	dir := t.TempDir()
	_, err := Load(filepath.Join(dir, "no", "routes.rb"), Options{})
	if err == nil || !strings.Contains(err.Error(), "no such file or directory") || !errors.Is(err, os.ErrNotExist) {
		t.Errorf("missing file: %v", err)
	}
	file := filepath.Join(dir, "routes.rb")
	if err := os.WriteFile(file, []byte("# "+strings.Repeat("x", 100)), 0o644); err != nil {
		t.Fatal(err)
	}
	_, err = Load(file, Options{MaxFileSize: 50})
	if err == nil || !strings.Contains(err.Error(), "routes.rb: the file is too large: 102 bytes, at most 50 are read") {
		t.Errorf("large file: %v", err)
	}
}

func TestDuplicateNamesTellBothPlaces(t *testing.T) {
	_, err := Load(routesFile(t, head+"  get \"a\", to: \"a#a\", as: :x\n  get \"b\", to: \"a#b\", as: :x\nend"), Options{})
	var re *RouteError
	if !errors.As(err, &re) {
		t.Fatalf("got %v", err)
	}
	if re.Pos.Line != 3 || re.Also.Line != 2 || re.Class != "ArgumentError" {
		t.Errorf("%s at line %d, first at line %d", re.Class, re.Pos.Line, re.Also.Line)
	}
	var ee *dsl.EvalError
	if !errors.As(err, &ee) {
		t.Error("the interpreter's error is lost")
	}
}

// paths lists verb, path and target of the rows.
func paths(t *route.Table) string {
	var b strings.Builder
	for _, r := range t.Routes {
		b.WriteString(strings.Join(strings.Fields(r.Name+" "+r.Verb()+" "+r.Path.String()+" "+t.Reqs(r)), " ") + "\n")
	}
	return b.String()
}

func TestDeliberateDifferences(t *testing.T) {
	for _, tt := range []struct{ name, src, want, warning string }{
		{
			"several paths", `get "a", "b/c", :d, controller: "x", action: "y"`,
			"a GET /a(.:format) x#y\nb_c GET /b/c(.:format) x#y\nd GET /d(.:format) x#y\n", "",
		},
		{
			"unknown actions", "resources :posts, only: [:index, :serach]", "posts GET /posts(.:format) posts#index\n",
			"config/routes.rb:2:1: Route `resources :posts` - :only and :except must include only [:index, :create, :new, :show, :update, :destroy, :edit], but also included [:serach] (an error in Rails 8.1): signalbox ignores the name; remove it",
		},
		{
			"only: false", "resource :a, only: false, except: [:new, :edit, :update, :destroy, :create]", "a GET /a(.:format) as#show\n",
			"config/routes.rb:2:1: Route `resource :a` - only: undefined method 'to_sym' for false (an error in Rails 8.1): signalbox ignores only:, as Rails 7.2 does; remove only:",
		},
		{
			"except: false", "resources :a, only: :index, except: false", "a_index GET /a(.:format) a#index\n",
			"config/routes.rb:2:1: Route `resources :a` - except: undefined method 'to_sym' for false (an error in Rails 8.1): signalbox ignores except:, as Rails 7.2 does; remove except:",
		},
		{
			"only: {}", "get :x, to: \"a#b\"\nresources :a, only: {}", "x GET /x(.:format) a#b\n",
			"config/routes.rb:3:1: Route `resources :a` - only: undefined method 'to_sym' for an instance of Hash (an error in Rails 8.1): signalbox reads only: [], as Rails 7.2 does; remove only:",
		},
		{"only: false in a scope that has its own", "scope(only: :index) { resources :a, only: false }", "a_index GET /a(.:format) a#index\n", ""},
		{
			"unknown path", "get Refinery::Core.backend_route, to: \"a#b\"", "GET /:Refinery::Core.backend_route(.:format) a#b\n",
			"config/routes.rb:2:20: unknown path Refinery::Core.backend_route, shown as a placeholder; set it to a string",
		},
		{"unknown target", "get \"x\", to: Foo::Bar\nmount Foo::Baz => \"/baz\"", "x GET /x(.:format) Foo::Bar\nfoo_baz /baz Foo::Baz\n", ""},
		{"engine", "mount Foo::Engine => \"/foo\"", "foo /foo Foo::Engine\n", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			table := load(t, head+tt.src+"\nend")
			if got := paths(table); got != tt.want {
				t.Errorf("got\n%swant\n%s", got, tt.want)
			}
			got := ""
			for _, d := range table.Diagnostics {
				got += d.String()
			}
			if got != tt.warning {
				t.Errorf("got  %s\nwant %s", got, tt.warning)
			}
		})
	}
}

func TestConditions(t *testing.T) {
	table := load(t, head+`
  if Settings.sso
    get "in", to: "sso#new", as: :login
    resources :teams, only: :index
  else
    get "in", to: "sessions#new", as: :login
    resources :teams, only: :index
  end
  feature :user do
    get "me", to: "me#show"
  end
end`)
	var got []string
	for _, r := range table.Routes {
		s := r.Name
		for _, c := range r.Conditions {
			s += " " + c.Text
		}
		got = append(got, s)
	}
	want := "login Settings.sso|teams Settings.sso|login !Settings.sso|teams !Settings.sso|me feature"
	if s := strings.Join(got, "|"); s != want {
		t.Errorf("got  %s\nwant %s", s, want)
	}
	for _, unknown := range []string{"true", "false"} {
		root := routesFile(t, head+"if Settings.sso\nget :a, to: \"x#true\"\nelse\nget :a, to: \"x#false\"\nend\nend")
		table, err := Load(root, Options{Unknown: unknown})
		if err != nil || len(table.Routes) != 1 || table.Routes[0].Action() != unknown {
			t.Errorf("Unknown %s: %v, %v", unknown, paths(table), err)
		}
	}
}

func TestEntryForms(t *testing.T) {
	const line = `get "a", to: "b#c"`
	for _, src := range []string{
		head + line + "\nend", line, "Shop::Application.routes.draw do\n" + line + "\nend",
		"Shop::Engine.routes.draw do\n" + line + "\nend", "Shop::Engine.routes.append do\n" + line + "\nend",
		"Shop::Engine.routes.prepend do\n" + line + "\nend", "Shop::Engine.add_routes do\n" + line + "\nend",
		"class Shop < Rails::Engine\n routes do\n" + line + "\n end\nend", head + "end\nRails.application.routes.append do\n" + line + "\nend",
		"Rails.application.routes.draw { |map| " + line + " }",
	} {
		table, err := Load(routesFile(t, src), Options{})
		if err != nil || paths(table) != "a GET /a(.:format) b#c\n" {
			t.Errorf("%s\n%v %v", src, table, err)
		}
	}
}

func TestAPIOnlyAndEnv(t *testing.T) {
	root := application(t, map[string]string{
		"config/application.rb": "module Shop\n  class Application < Rails::Application\n    config.api_only = true\n  end\nend",
		"config/routes.rb":      head + "resource :cart, only: [:new] if Rails.env.test?\nresources :posts if ENV[\"POSTS\"]\nend",
	})
	table, err := Load(root, Options{RailsEnv: "test", Env: map[string]string{"POSTS": "1"}})
	if err != nil {
		t.Fatal(err)
	}
	if !table.APIOnly || len(table.Routes) != 7 || table.Named("new_cart") == nil || table.Named("new_post") != nil {
		t.Errorf("APIOnly %v\n%s", table.APIOnly, paths(table))
	}
}

func TestEveryWordIsDocumented(t *testing.T) {
	for _, w := range mapper.Words() {
		if w.Summary == "" || w.Rails == "" || !strings.HasSuffix(w.Summary, ".") {
			t.Errorf("%s: %+v", w.Name, w)
		}
		if _, err := grammar.Parse("example.rb", []byte(w.Example)); err != nil || w.Example == "" {
			t.Errorf("%s: the example does not parse: %v", w.Name, err)
		}
	}
}

func TestFilters(t *testing.T) {
	table := load(t, head+"resources :posts, only: %i[index show]\nnamespace(:admin) { get :stats, to: \"reports#stats\" }\nget \"old\", to: redirect(\"/new\")\nend")
	for _, tt := range []struct {
		filter route.Filter
		want   string
	}{
		{route.Filter{Controller: "PostsController"}, "posts post"},
		{route.Filter{Controller: "Admin::Reports"}, "admin_stats"},
		{route.Filter{Grep: "/posts/1"}, "post"},
		{route.Filter{Grep: "stats|old"}, "admin_stats old"},
		{route.Filter{Grep: "nothing"}, ""},
		{route.Filter{Grep: "p.sts"}, "posts post"},
		{route.Filter{Grep: "/posts.format"}, "posts"}, // the path that is asked for
		{route.Filter{Grep: "min_stats"}, "admin_stats"},
		{route.Filter{Grep: "/posts/" + strings.Repeat("a", 1<<16)}, "post"},
		{route.Filter{Grep: "/posts/" + strings.Repeat("a.", 1<<16)}, ""},
		{route.Filter{Controller: "(?:)"}, "posts post admin_stats"},
	} {
		var b bytes.Buffer
		if err := table.WriteJSONFiltered(&b, tt.filter); err != nil {
			t.Fatal(err)
		}
		var rows []struct{ Name string }
		if err := json.Unmarshal(b.Bytes(), &rows); err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, r := range rows {
			names = append(names, r.Name)
		}
		if got := strings.Join(names, " "); got != tt.want {
			t.Errorf("%+v: got %q, want %q", tt.filter, got, tt.want)
		}
	}
	var b bytes.Buffer
	if err := table.WriteSheet(&b, route.Filter{Grep: "nothing"}); err != nil {
		t.Fatal(err)
	}
	const none = "No routes were found for this grep pattern.\nFor more information about routes, see the Rails guide: https://guides.rubyonrails.org/routing.html.\n"
	if b.String() != none {
		t.Errorf("got %q", b.String())
	}
	if err := table.WriteSheet(io.Discard, route.Filter{Grep: "("}); err == nil {
		t.Error("a broken pattern was accepted")
	}
}

// A mount has the name that the engine's own method gives.
func TestEngineNamesItself(t *testing.T) {
	table := load(t, "engine = Class.new(Rails::Engine) do\n  def self.name = \"BlogEngine\"\nend\nRails.application.routes.draw { mount engine => \"/blog\" }\n")
	if got := table.Routes[0].Name; got != "blog_engine" {
		t.Errorf("the mount is called %q", got)
	}
}

// Options.Source is drawn by itself: no file is read, be it of the folder around.
func TestSource(t *testing.T) {
	t.Chdir(application(t, map[string]string{
		"config/routes.rb": "get \"other\", to: \"a#b\"", "config/routes/admin.rb": "get \"admin\", to: \"a#b\"",
		".routes.yml": "Settings.x?: true", "app/models/page.rb": "class Page\n  NAMES = %w[a]\nend",
	}))
	src := []byte("Page::NAMES.each { |n| get n, to: \"a#b\" }\nget \"x\", to: \"a#b\" if Settings.x?\nget \"f\", to: \"a#b\" if File.exist?(\"config/routes.rb\")\n")
	table, err := Load("<stdin>", Options{Source: src})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, r := range table.Routes {
		got = append(got, r.Path.String()+" "+r.Source())
	}
	if all := strings.Join(got, "\n"); all != "/:Page::NAMES.each0(.:format) <stdin>:1\n/x(.:format) <stdin>:2" || len(table.Routes[1].Conditions) != 1 {
		t.Errorf("got %s", all)
	}
	missing, err := FindMissing("<stdin>", Options{Source: src})
	if err != nil || len(missing) != 2 || missing[1].Line != `get "x", to: "a#b" if Settings.x?` {
		t.Errorf("%+v, %v", missing, err)
	}
	if _, err := Load("<stdin>", Options{Source: []byte("draw :admin")}); err == nil || !strings.Contains(err.Error(), "<stdin>:1:1: Your router tried to #draw") {
		t.Error(err)
	}
	if table, err := Load("-", Options{Source: []byte{}}); err != nil || len(table.Routes) != 0 {
		t.Error(table, err)
	}
}

// Variables that the file can't do without are told at once, but for those whose
// need others decide on.
func TestMissingVariablesAtOnce(t *testing.T) {
	const routes = head + `  get ENV.fetch("ALPHA"), to: "a#b"
  get "x", to: "a#b" if ENV.fetch("MODE") == "x"
  get ENV.fetch("OF_MODE"), to: "a#b" if ENV["MODE"] == "y"
  get "p#{Integer(ENV.fetch("PORT"))}", to: "a#b"
  get ENV.fetch("GIVEN") + ENV.fetch("ELSE", "y"), to: "a#b"
  begin
    ENV.fetch("RESCUED")
  rescue KeyError
    get "r", to: "a#b"
  end
  draw :admin
end`
	root := application(t, map[string]string{"config/routes.rb": routes, "config/routes/admin.rb": "get ENV.fetch(\"DRAWN\"), to: \"a#b\""})
	for _, tt := range []struct {
		env  map[string]string
		want string
	}{
		{map[string]string{"GIVEN": "g"}, "config/routes.rb:2:11 ALPHA\nconfig/routes.rb:3:29 MODE\nconfig/routes.rb:5:23 PORT\nconfig/routes/admin.rb:1:9 DRAWN"},
		{map[string]string{"GIVEN": "g", "ALPHA": "a", "DRAWN": "d", "PORT": "1"}, "config/routes.rb:3:29 MODE"},
		{map[string]string{"GIVEN": "g", "ALPHA": "a", "DRAWN": "d", "PORT": "1", "MODE": "y"}, "config/routes.rb:4:11 OF_MODE"},
		{map[string]string{"GIVEN": "g", "ALPHA": "a", "PORT": "no", "MODE": "x"}, ""},
	} {
		_, err := Load(root, Options{Env: tt.env})
		list := grammar.Errors{err}
		errors.As(err, &list)
		var got []string
		for _, e := range list {
			if name, pos, ok := missingVariable(e); ok {
				got = append(got, strings.TrimSuffix(pos.String(), ": ")+" "+name)
			}
		}
		if all := strings.Join(got, "\n"); all != tt.want || tt.want == "" && err == nil {
			t.Errorf("%v: %v\n%s\nwant\n%s", tt.env, err, all, tt.want)
		}
	}
	missing, err := FindMissing(root, Options{})
	if err != nil || len(missing) != 5 {
		t.Errorf("%+v, %v", missing, err)
	}
}

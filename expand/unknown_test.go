package expand

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestUnknownIsTold draws routes with values that only the application knows:
// each is told at its line, none is lost.
func TestUnknownIsTold(t *testing.T) {
	for _, tt := range []struct{ name, src, want string }{
		{"requirement", `get "a/:x", to: "a#b", x: /#{I18n.locales.join("|")}/`, `1: unknown value /#{I18n.locales.join("|")}/ for :x, shown as source code; set it`},
		{"default", `get "a", to: "a#b", defaults: { x: Settings.a }`, "1: unknown value Settings.a for :x, shown as source code; set it"},
		{"in a list", `get "a", to: "a#b", defaults: { x: ["k", Settings.a] }`, "1: unknown value Settings.a for :x, shown as source code; set it"},
		{"condition", `get "a", to: "a#b", constraints: { host: "www.#{Settings.host}".downcase }`, `1: unknown value "www.#{Settings.host}".downcase for :host, shown as source code; set it`},
		{"path", `get "p/#{Settings.q}", to: "x#y"`, "1: unknown value Settings.q in the path /p/:Settings.q(.:format), shown as a placeholder; set it to a string"},
		{"path whose value ends in a word", `get "#{Settings.q}_x#{Settings.r}s", to: "x#y"`, "1: unknown value Settings.q, Settings.r in the path /:Settings.q_x:Settings.rs(.:format), shown as a placeholder; set it to a string"},
		{"redirect", `get "m", to: redirect("/#{Foo.z}")`, "1: unknown redirect Foo.z, shown as a placeholder; set it to a string"},
		{"options of a redirect", `get "m", to: redirect(host: Settings.host)`, "1: unknown redirect Settings.host, shown as a placeholder; set it to a string"},
		{"all options of a redirect", `get "m", to: redirect(**Settings.o)`, "1: unknown redirect Settings.o, shown as a placeholder; set it to a string"},
		{"status of a redirect", `get "m", to: redirect("/a", status: Settings.s)`, "1: unknown status Settings.s, shown as a placeholder; set it to a number"},
		{"file to load", `Settings.files.each { |f| load f }`, `1: unknown file name Settings.files.each(0) in ` + "`load`: the file's routes are missing; set the name"},
		{"text to run", `instance_eval(File.stat("x").text)`, "1: unknown code File.stat(\"x\").text in `instance_eval`: what it adds is missing; set it to Ruby source"},
		{"path that no constant begins", `get "p/#{helper(:q)}", to: "x#y"`, "1: unknown value helper(:q) in the path /p/:helper(:q)(.:format), shown as a placeholder; set it to a string"},
		{"list of actions", `resources :a, only: Settings.actions`, "1: unknown action list Settings.actions: every action it may name is listed as conditional; set the list"},
		{"path of a route that Rails refuses", "begin\nget \"#{Settings.q}\", to: 'A-b#c'\nrescue ArgumentError\nend\nget :plain, to: 'a#b'", ""},
		{"option list", `get "a", **Settings.o, to: "a#b"`, "1: unknown options Settings.o: the row is listed without them; set the hash"},
		{"a word", "mount_fly", "1: unknown routing method `mount_fly`: its routes are missing; define it in a file listed under words:"},
		{"code that gets the mapper", "Foo.draw(self)", "1: `Foo.draw(self)` may add routes that are missing here; set it to true if it adds none"},
		{"target", "get 'a', to: Settings.target", "1: unknown endpoint Settings.target in to:, shown as a placeholder; set it to text (posts#index) or a class"},
		{"target of a pair", "get 'a' => Settings.target", "1: unknown endpoint Settings.target in to:, shown as a placeholder; set it to text (posts#index) or a class"},
		{"target of a scope", "scope(to: Settings.target) { get 'a' }", "1: unknown endpoint Settings.target in to:, shown as a placeholder; set it to text (posts#index) or a class"},
		{"target of the root", "root Settings.target", "1: unknown endpoint Settings.target in to:, shown as a placeholder; set it to text (posts#index) or a class"},
		{"a constant like those of text", "get 'a', to: Site::START", "1: unknown endpoint Site::START in to:, shown as a placeholder; set it to text (posts#index) or a class"},
		{"mount", "mount Settings.app => '/s'", "1: unknown application Settings.app in mount, shown as a placeholder; set it to a class or an object"},
		{"mount of what a word gives", "mount avo_engine, at: '/s', as: :avo", "1: unknown application avo_engine in mount, shown as a placeholder; set it to a class or an object"},
		{"objects are exact", "mount Foo::App.new(Settings.x) => '/s'\nmount API => '/api'\nget 'a', to: Foo::App.new { |x| x }\nget 'b', to: PostsController.action(:show)", ""},
		{"what gems are known to make is exact", "mount ActionCable.server => '/cable'\nmount ::Flipper::UI.app(Flipper) => '/flipper'", ""},
		{"opaque targets are exact", "mount Sidekiq::Web => '/s'\nget 'a', to: Foo::App, constraints: Foo::Gate", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			table := load(t, "Rails.application.routes.draw do\n"+tt.src+"\nend\n")
			var got []string
			for _, d := range table.Diagnostics {
				got = append(got, strings.Replace(d.Pos.String(), "config/routes.rb:", "", 1)[:1]+": "+d.Summary)
			}
			want := strings.Replace(tt.want, "1: ", "2: ", 1)
			if diff := cmp.Diff(want, strings.Join(got, "\n")); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

// Texts that are joined with unknown ones show their own parts, whatever joins
// them; each unknown one has its placeholder.
func TestEveryVerbTakesPairsOfUnknownLists(t *testing.T) {
	for _, word := range []string{"get", "post", "patch", "put", "delete", "options", "connect"} {
		if table := load(t, head+"S.list.each { |path, target| "+word+" path => target }\nend"); len(table.Routes) != 1 {
			t.Errorf("%s draws %d routes, not the pair's", word, len(table.Routes))
		}
	}
}

func TestJoinedPaths(t *testing.T) {
	for _, tt := range []struct{ path, want, loose string }{
		{`path_prefix+'/x'`, "/:path_prefix/x", "(/:signalbox_unknown_0)/x"},
		{`path_prefix + "/x"`, "/:path_prefix/x", "(/:signalbox_unknown_0)/x"},
		{`"#{path_prefix}/x"`, "/:path_prefix/x", "(/:signalbox_unknown_0)/x"},
		{`"v1/" + path_prefix + '/x'`, "/v1/:path_prefix/x", "/v1(/:signalbox_unknown_0)/x"},
		{`S.a + "-" + S.b`, "/:S.a-:S.b", "/(:signalbox_unknown_0)-(:signalbox_unknown_1)"},
		{`S.a + S.b`, "/:S.a:S.b", "/(:signalbox_unknown_0)(:signalbox_unknown_1)"},
		{`S.a << "/x"`, "/:S.a/x", "(/:signalbox_unknown_0)/x"},
		{`S.a.concat("/x")`, "/:S.a/x", "(/:signalbox_unknown_0)/x"},
		{`File.join("/", S.a, "x/#{S.b}")`, "/:S.a/x/:S.b", "(/:signalbox_unknown_0)/x(/:signalbox_unknown_1)"},
		{`(S.base + "/a") + "/b"`, "/:S.base/a/b", "(/:signalbox_unknown_0)/a/b"},
		{`S.pages.each(1).path`, "/:S.pages.each1.path", "(/:signalbox_unknown_0)"},
	} {
		r := load(t, head+"get("+tt.path+", to: \"a#b\", format: false)\nend\n").Routes[0]
		loose, _ := r.Relaxed()
		if r.Path.String() != tt.want || loose.Path.String() != tt.loose {
			t.Errorf("%s: %s, loosely %s; want %s, loosely %s", tt.path, r.Path, loose.Path, tt.want, tt.loose)
		}
	}
}

// with_options hands on what only the application knows as it came.
func TestWithOptionsHandsOnUnknownValues(t *testing.T) {
	table := load(t, "with_options(format: false) do |w|\n  w.mount Jobs::Web, at: \"jobs\"\n  w.get \"a\", to: Page.start\n  w.resources :b, only: S.list\n"+
		"end\nwith_options(via: :all) { match \"c\", to: Legacy::App, constraints: { host: S.host } }\n")
	var got []string
	for _, r := range table.Routes {
		got = append(got, r.Path.String())
	}
	want := "/jobs /a /b /b /b/new /b/:id/edit /b/:id /b/:id /b/:id /b/:id /c(.:format)"
	if strings.Join(got, " ") != want {
		t.Errorf("got %s, want %s", strings.Join(got, " "), want)
	}
}

// TestLoadStaysInside refuses to read what lies outside the application.
func TestLoadStaysInside(t *testing.T) {
	for _, src := range []string{`load "../secret.rb"`, `require_relative "../../secret"`, `load "/etc/passwd"`, `load Rails.root.join("..", "secret.rb")`} {
		if _, err := Load(routesFile(t, src+"\nget 'a', to: 'a#b'\n"), Options{}); err != nil {
			t.Errorf("%s: %v", src, err)
		}
	}
	_, err := Load(routesFile(t, `File.read("/etc/passwd")`), Options{})
	if err == nil || !strings.Contains(err.Error(), `no file "/etc/passwd" in the application`) {
		t.Errorf("got %v", err)
	}
}

// The rows of actions that a list may name are marked, those of others are not.
func TestUnknownActions(t *testing.T) {
	for _, tt := range []struct{ name, src, want string }{
		{"only", "resource :a, only: S.list", "new S.list.include?(:new)\nedit S.list.include?(:edit)\nshow S.list.include?(:show)\nupdate S.list.include?(:update)\n" +
			"update S.list.include?(:update)\ndestroy S.list.include?(:destroy)\ncreate S.list.include?(:create)"},
		{"except", "resources :a, only: [:index, :show], except: S.list", "index !S.list.include?(:index)\nshow !S.list.include?(:show)"},
		{"some are certain", "resource :a, only: [:show, *S.more], except: [:new, :edit, :destroy]", "show\nupdate S.more.include?(:update)\nupdate S.more.include?(:update)\ncreate S.more.include?(:create)"},
		{"an element", "resource :a, only: [:show, S.one], except: [:new, :edit, :update, :create]", "show\ndestroy S.one == :destroy"},
		{
			"of the scope", "scope(except: S.list) { resource :a, only: :show\nresource :b, only: [:show, :destroy]\nresources :c do\nend }",
			"show\nshow\ndestroy\nindex !S.list.include?(:index)\ncreate !S.list.include?(:create)\nnew !S.list.include?(:new)\nedit !S.list.include?(:edit)\n" +
				"show !S.list.include?(:show)\nupdate !S.list.include?(:update)\nupdate !S.list.include?(:update)\ndestroy !S.list.include?(:destroy)",
		},
		{"under a condition", "if S.on?\nresource :a, only: [:show, S.one], except: [:new, :edit, :update, :create]\nend", "show S.on?\ndestroy S.on? S.one == :destroy"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, r := range load(t, "Rails.application.routes.draw do\n"+tt.src+"\nend\n").Routes {
				line := r.Action()
				for _, c := range r.Conditions {
					line += " " + c.Text
				}
				got = append(got, line)
			}
			if diff := cmp.Diff(tt.want, strings.Join(got, "\n")); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
	for unknown, rows := range map[string]int{"true": 7, "false": 0} {
		table, err := Load(routesFile(t, "resource :a, only: S.list"), Options{Unknown: unknown})
		if err != nil || len(table.Routes) != rows {
			t.Errorf("--unknown %s: %d rows, %v", unknown, len(table.Routes), err)
		}
	}
}

// Loose patterns match whatever the application makes of a route.
func TestLoose(t *testing.T) {
	table := load(t, "get \"a\", to: \"a#b\"\nscope(S.p) { get \"x#{S.y}z/:id\", to: \"a#b\", id: S.re }\nget \"b/:id\", to: \"a#b\", id: /#{S.re}x/\n")
	var got []string
	for _, r := range table.Routes {
		loose, list := r.Relaxed()
		line := loose.Path.String()
		for _, u := range list {
			line += " " + u.Param + "=" + u.Value.Text()
		}
		got = append(got, line)
	}
	want := "/a(.:format)\n(/:signalbox_unknown_0)/x(:signalbox_unknown_1)z/:id(.:format) id=S.re =S.p =S.y\n/b/:id(.:format) id=/#{S.re}x/"
	if diff := cmp.Diff(want, strings.Join(got, "\n")); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

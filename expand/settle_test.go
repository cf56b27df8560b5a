package expand

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"signalbox/dsl"
	"signalbox/expand/check"
	"signalbox/expand/route"
	"signalbox/expand/settings"
)

// told lists what Check finds, each with its severity.
func told(table *route.Table) (all []string) {
	for _, f := range check.Findings(table) {
		severity := "warning "
		if f.Severity == route.Note {
			severity = "note "
		}
		all = append(all, severity+f.Kind+" "+f.String())
	}
	return all
}

// Each value that a gem's words depend on has a name by which a settings file
// settles it: the Ruby that reads it.
func TestGemSettings(t *testing.T) {
	for _, tt := range []struct {
		name     string
		files    map[string]string
		missing  string // by lines
		settings string
		want     string // names of routes
	}{
		{
			"a model that no file shows",
			map[string]string{"config/routes.rb": head + "devise_for :users\nend"},
			"User.devise_modules",
			"User.devise_modules: [database_authenticatable, confirmable]",
			"new_user_session user_session destroy_user_session new_user_confirmation user_confirmation ",
		},
		{
			"modules, providers and a strategy that expressions give",
			map[string]string{
				"config/routes.rb":   head + "devise_for :users\nend",
				"app/models/user.rb": "class User < ApplicationRecord\n  devise :lockable, :omniauthable, *Modules.all, omniauth_providers: Providers.all, unlock_strategy: Settings.unlock\nend",
			},
			"User.devise_modules\nUser.omniauth_providers\nUser.unlock_strategy",
			"User.devise_modules: [lockable, omniauthable]\nUser.omniauth_providers: [github]\nUser.unlock_strategy: time",
			"user_github_omniauth_authorize user_github_omniauth_callback",
		},
		{
			"a module of a gem",
			map[string]string{
				"config/routes.rb":   head + "devise_for :users\nend",
				"app/models/user.rb": "class User < ApplicationRecord\n  devise :teleportable\nend",
			},
			"Devise::ROUTES[:teleportable]",
			"Devise::ROUTES[:teleportable]: session",
			"new_user_session user_session destroy_user_session",
		},
		{
			"the initializer",
			map[string]string{
				"config/routes.rb":              head + "devise_for :users\nend",
				"app/models/user.rb":            "class User < ApplicationRecord\n  devise :database_authenticatable, :omniauthable\nend",
				"config/initializers/devise.rb": "Devise.setup do |config|\n  config.sign_out_via = Settings.verb\n  Settings.each { |p| config.omniauth p.name }\nend",
			},
			"Devise.sign_out_via\nDevise.omniauth_providers\nUser.omniauth_providers",
			"Devise.sign_out_via: delete\nDevise.omniauth_providers: [saml]",
			"new_user_session user_session destroy_user_session user_saml_omniauth_authorize user_saml_omniauth_callback",
		},
		{
			"a condition of the environment",
			map[string]string{
				"config/routes.rb":              head + "devise_for :users\nend",
				"app/models/user.rb":            "class User < ApplicationRecord\n  devise :omniauthable\nend",
				"config/initializers/devise.rb": "Devise.setup do |config|\n  config.omniauth :saml if (key = ENV[\"SAML\"]).present? && Settings.on?\n  config.omniauth :cas if Rails.env.test?\nend",
			},
			"",
			"ENV.SAML: x\nSettings.on?: true",
			"user_saml_omniauth_authorize user_saml_omniauth_callback",
		},
		{
			"a condition of the configuration",
			map[string]string{
				"config/routes.rb":              head + "devise_for :users\nend",
				"app/models/user.rb":            "class User < ApplicationRecord\n  devise :omniauthable\nend",
				"config/initializers/devise.rb": "Devise.setup do |config|\n  config.omniauth :saml if config.strange\nend",
			},
			"Devise.strange",
			"Devise.strange: true",
			"user_saml_omniauth_authorize user_saml_omniauth_callback",
		},
		{
			"Active Admin",
			map[string]string{
				"config/routes.rb":                    head + "ActiveAdmin.routes(self)\nend",
				"config/initializers/active_admin.rb": "ActiveAdmin.setup do |config|\n  config.default_namespace = Settings.space\nend",
				"app/admin/posts.rb":                  "ActiveAdmin.register_page Settings.page\n",
			},
			"Settings.page\nActiveAdmin.application.default_namespace",
			"ActiveAdmin.application.default_namespace: staff\nSettings.page: Help",
			"staff_root staff_help staff_comments staff_comment",
		},
		{
			"JSONAPI Resources",
			map[string]string{
				"config/routes.rb":               head + "jsonapi_resources :blog_posts\nend",
				"config/initializers/jsonapi.rb": "JSONAPI.configure do |config|\n  config.route_format = Settings.routes\nend",
			},
			"JSONAPI.configuration.route_format\nBlogPostResource._relationships",
			"JSONAPI.configuration.route_format: underscored_route\nBlogPostResource._relationships: {author: one}",
			"blog_post_relationships_author blog_post_related_author blog_posts blog_post",
		},
		{
			"Route Translator",
			map[string]string{"config/routes.rb": head + "localized { get :people, to: \"people#index\" }\nend"},
			"I18n.available_locales",
			"I18n.available_locales: [en, fr]",
			"people_fr people_en",
		},
		{
			"a concern that no file defines",
			map[string]string{"config/routes.rb": head + "concern :found, Search::Routes.new\nresources :a, only: [], concerns: :found\nend", "config/words.rb": "def search_routes(**) = get(:search, on: :collection)\n"},
			"Search::Routes.new.call",
			"Search::Routes.new.call: search_routes\nwords: [config/words.rb]",
			"search_a_index",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			root := application(t, tt.files)
			table, err := Load(root, Options{})
			if err != nil {
				t.Fatal(err)
			}
			var missing []string
			for _, m := range check.MissingIn(table) {
				missing = append(missing, m.Expr)
			}
			for _, expr := range strings.Split(tt.missing, "\n") {
				if expr != "" && !strings.Contains("\n"+strings.Join(missing, "\n")+"\n", "\n"+expr+"\n") && !strings.Contains(tt.settings, strings.Join(missing, "|")) {
					t.Errorf("%s is not asked for, but %q", expr, missing)
				}
			}
			set, err := settings.Parse([]byte(tt.settings))
			if err != nil {
				t.Fatal(err)
			}
			table, err = Load(root, Options{Set: set.Set, Env: set.Env, Words: set.Words})
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range check.Findings(table) {
				if f.Severity != route.Note {
					t.Errorf("not settled: %s", f)
				}
			}
			names := ""
			for _, r := range table.Routes {
				if r.Name != "" {
					names += r.Name + " "
				}
			}
			if got := strings.TrimSpace(names); got != strings.TrimSpace(tt.want) {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

// `unknown: false` and true decide what a model that no file shows has, as any
// other condition.
func TestAssumedModulesAreConditions(t *testing.T) {
	for unknown, want := range map[string]int{"both": 10, "true": 10, "false": 0} {
		root := application(t, map[string]string{"config/routes.rb": head + "devise_for :users\nend"})
		table, err := Load(root, Options{Unknown: unknown})
		if err != nil {
			t.Fatal(err)
		}
		marked := 0
		for _, r := range table.Routes {
			marked += len(r.Conditions)
		}
		if (len(table.Routes) >= want) != true || want == 0 && len(table.Routes) > 0 || (marked > 0) != (unknown == "both") {
			t.Errorf("%s: %d routes, %d marks", unknown, len(table.Routes), marked)
		}
	}
}

// Patterns, constants and symbols have tags; other tags are errors.
func TestSettingTags(t *testing.T) {
	src := head + "get \"a/:id\", to: \"a#b\", id: Settings.pattern\nmount Settings.app => \"/app\"\nget Settings.name, to: \"a#c\"\nend"
	root := application(t, map[string]string{
		"config/routes.rb": src,
		".routes.yml":      "Settings.pattern: !ruby/regexp /a\\/b|c/i\nSettings.app: !ruby/class Chat::App\nSettings.name: !ruby/symbol hello",
	})
	table, err := Load(root, Options{})
	if err != nil {
		t.Fatal(err)
	}
	var sheet strings.Builder
	if err := table.WriteSheet(&sheet, route.Filter{}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`a#b {id: /a\/b|c/i}`, "/app ", "Chat::App", "/hello(.:format)"} {
		if !strings.Contains(sheet.String(), want) {
			t.Errorf("no %s in\n%s", want, sheet.String())
		}
	}
	for value, want := range map[string]string{
		"!ruby/regexp abc": "is no pattern", "!ruby/object:A {a: 1}": "is not understood", "[!!binary aGk=]": "is not understood", "!ruby/class a": "is no constant",
	} {
		if err := settings.Check("Settings.x", value); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", value, err)
		}
	}
}

// `[:edit]` is a list of symbols, as Ruby writes it, though YAML has no such text;
// the same characters elsewhere stay what they are.
func TestSymbolsInBrackets(t *testing.T) {
	root := application(t, map[string]string{
		"config/routes.rb": head + "resources :a, only: [:show, :edit].select { |n| S.actions.include?(n) }\nget S.words[:b], to: \"a#b\" if S.words[:a] == :\"x y\" && S.kind[:b] == :z\nget S.text, to: \"a#c\"\nend",
		".routes.yml":      "S.actions: [:edit,:new]\nS.words: {:a: :\"x y\", b: \"c[:d,:e]\"}\nS.kind[:b]: :z\nS.text: f[:g]",
	})
	table, err := Load(root, Options{})
	if err != nil {
		t.Fatal(err)
	}
	var paths []string
	for _, r := range table.Routes {
		paths = append(paths, r.Path.String())
	}
	if diff := cmp.Diff([]string{"/a/:id/edit(.:format)", "/c[:d,:e](.:format)", "/f[:g](.:format)"}, paths); diff != "" {
		t.Error(diff)
	}
	if all := told(table); len(all) > 0 {
		t.Errorf("%q", all)
	}
	if err := settings.Check("S.a", "[:edit]"); err != nil {
		t.Error(err)
	}
}

// Keys of a mapping are names: YAML's words for true and false are names too.
func TestKeysAreNames(t *testing.T) {
	root := application(t, map[string]string{
		"config/routes.rb": head + "S.all.each { |m| get m.path, to: \"a#b\" if m.on && !m[:no] }\nend",
		".routes.yml":      "S.all: [{path: a, on: true, no: false}, {path: b, on: false, no: false}]",
	})
	table, err := Load(root, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(table.Routes) != 1 || table.Routes[0].Path.String() != "/a(.:format)" {
		t.Errorf("%d routes", len(table.Routes))
	}
}

// An object that no file defines leaves the row exact; check names it.
func TestCheckNamesConstraintObjects(t *testing.T) {
	table := load(t, head+"constraints AdminConstraint.new do\n get :a, to: \"a#b\"\n get :c, to: \"a#b\"\nend\nget :d, to: \"a#b\", constraints: Gate\nend")
	want := []string{
		"note constraint config/routes.rb:2:29: no file defines AdminConstraint.new: `routes match` assumes it passes, dispatch.New needs Constraint; define it in the application",
		"note constraint config/routes.rb:6:33: no file defines Gate: `routes match` assumes it passes, dispatch.New needs Constraint; define it in the application",
	}
	if diff := cmp.Diff(want, told(table)); diff != "" {
		t.Error(diff)
	}
	if len(check.MissingIn(table)) > 0 {
		t.Errorf("missing: %v", check.MissingIn(table))
	}
}

// Options of a route that only the application knows are told by their name;
// the route is left out, as they say where it leads.
func TestUnknownOptionsOfARoute(t *testing.T) {
	table := load(t, head+"get :j, Site.options\nget \"x/y\", Site.options\nend")
	if len(table.Routes) != 1 || table.Routes[0].Controller() != "x" {
		t.Errorf("%d routes", len(table.Routes))
	}
	if all := strings.Join(told(table), "\n"); !strings.Contains(all, "config/routes.rb:2:1: unknown options Site.options: the route is missing, because they name its endpoint; set the hash") {
		t.Error(all)
	}
	if missing := check.MissingIn(table); len(missing) != 1 || missing[0].Expr != "Site.options" || missing[0].Wants.Kind != route.MappingShape {
		t.Errorf("%v", missing)
	}
}

// Engines that nothing mounts stand beside each other; all of them are checked.
func TestTablesBesideAreChecked(t *testing.T) {
	engine := func(module, routes string) string {
		return "module " + module + "\n class Engine < ::Rails::Engine\n  routes do\n" + routes + "  end\n end\nend\n"
	}
	root := application(t, map[string]string{
		"lib/one/engine.rb": engine("One", "get \"a/:id\", to: \"a#b\"\nget \"a/new\", to: \"a#c\"\n"),
		"lib/two/engine.rb": engine("Two", "get \"b/:id\", to: \"a#b\"\nget \"b/new\", to: \"a#c\"\nget :x, to: \"a#d\" if Settings.x?\n"),
	})
	table, err := Load(root, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(table.Unmounted) != 1 {
		t.Fatalf("%d tables beside", len(table.Unmounted))
	}
	want := []string{
		"warning shadowed lib/one/engine.rb:5:1: GET /a/new(.:format) is unreachable, GET /a/:id(.:format) at lib/one/engine.rb:4 wins; move it up",
		"warning shadowed lib/two/engine.rb:5:1: GET /b/new(.:format) is unreachable, GET /b/:id(.:format) at lib/two/engine.rb:4 wins; move it up",
		"warning conditional lib/two/engine.rb:6:31: 1 route exists only if Settings.x? is true; set it to true or false",
	}
	if diff := cmp.Diff(want, told(table)); diff != "" {
		t.Error(diff)
	}
	if len(check.Shadows(table)) != 2 {
		t.Errorf("%d shadows", len(check.Shadows(table)))
	}
	if missing := check.MissingIn(table); len(missing) != 1 || missing[0].Expr != "Settings.x?" {
		t.Errorf("%v", missing)
	}
}

// What a lambda asks while requests are answered is settled too, for several at
// once, and a setting that only lambdas ask for is none that nothing asks for.
func TestLambdasAreSettled(t *testing.T) {
	root := application(t, map[string]string{
		"config/routes.rb":      head + "get :a, to: \"a#b\", constraints: ->(r) { Flipper.enabled?(:x) && Rails.application.config.x.on && Open.door }\nend",
		"config/application.rb": "class App < Rails::Application\n  config.x.on = true\nend",
	})
	table, err := Load(root, Options{Set: map[string]string{"Flipper.enabled?(:x)": "true"}})
	if err != nil {
		t.Fatal(err)
	}
	if all := told(table); len(all) > 0 {
		t.Errorf("%q", all)
	}
	constraint := table.Routes[0].Callables[0]
	done := make(chan string)
	for range 8 {
		go func() {
			v, err := table.Interp.NewThread().Call(constraint, "call", dsl.Nil)
			u, _ := v.(*dsl.Unknown)
			if err != nil || u == nil {
				done <- "no answer"
				return
			}
			done <- u.Text()
		}()
	}
	for range 8 {
		if text := <-done; text != "Open.door" {
			t.Errorf("got %s", text)
		}
	}
}

// A file of words that cannot be read is told where the settings name it.
func TestWordsHaveAPlace(t *testing.T) {
	root := application(t, map[string]string{"config/routes.rb": head + "end", ".routes.yml": "unknown: both\nwords:\n  - ../../x\n"})
	_, err := Load(root, Options{})
	if err == nil || !strings.HasPrefix(err.Error(), ".routes.yml:3:5: the file of routing words ../../x can't be read: leads out") {
		t.Errorf("got %v", err)
	}
}

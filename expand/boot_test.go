package expand

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"signalbox/expand/route"
)

// bootedShop is an application with an engine that adds to its routes.
var bootedShop = map[string]string{
	"Gemfile":                         "gem \"shop\", path: \"engines/shop\"",
	"config/application.rb":           "module Store\n  class Application < Rails::Application\n  end\nend",
	"config/routes.rb":                head + "  get :a, to: \"a#b\"\nend",
	"engines/shop/shop.gemspec":       "",
	"engines/shop/lib/shop.rb":        "require \"shop/engine\"",
	"engines/shop/lib/shop/engine.rb": "module Shop\n  class Engine < ::Rails::Engine\n    isolate_namespace Shop\n    initializer \"shop\" do |app|\n      Gem.setup!(app)\n      app.routes.append { mount Shop::Engine => \"/shop\" }\n    end\n  end\nend",
	"engines/shop/config/routes.rb":   "Shop::Engine.routes.draw { root \"carts#index\" }",
}

// with gives files with others in their place; empty ones are left out.
func with(files map[string]string, more ...string) map[string]string {
	files = maps.Clone(files)
	for i := 0; i < len(more); i += 2 {
		files[more[i]] = more[i+1]
		if more[i+1] == "" {
			delete(files, more[i])
		}
	}
	return files
}

const (
	ownRow    = "a GET /a(.:format) a#b"
	shopTable = "Routes for application:\n" + ownRow + "\nshop /shop Shop::Engine\n\nRoutes for Shop::Engine:\nroot GET / shop/carts#index"
)

// The engines of the Gemfile are those that a booted application has, however
// the Gemfile names them.
func TestEnginesOfTheGemfile(t *testing.T) {
	for _, tt := range []struct {
		name, gemfile string
		more          []string
		want          string
	}{
		{"path:", "gem \"shop\", \"~> 1\", path: \"./engines/shop\", require: false", nil, shopTable},
		{"path of the folder above", "gem \"shop\", path: \"engines\"", nil, shopTable},
		{"a block", "group :x do\n  path \"engines\" do\n    gem \"shop\"\n  end\nend", nil, shopTable},
		{"another file", "eval_gemfile \"Gemfile.more\"", []string{"Gemfile.more", "gem \"shop\", path: \"engines/shop\"\neval_gemfile \"Gemfile.more\""}, shopTable},
		{"a pattern", "Dir.glob(\"engines/*/*.gemspec\").each { |f| gem f }", nil, shopTable},
		{"folders", "Dir[\"engines/*\"].each { |f| gem f }", nil, shopTable},
		{"another gem", "gem \"rails\"", nil, ownRow},
		{"outside", "gem \"shop\", path: \"../engines/shop\"", nil, ownRow},
		{"not there", "gem \"shop\", path: \"nowhere\"", nil, ownRow},
		{"by a file that the gem requires not", "gem \"shop\", path: \"engines/shop\"", []string{"engines/shop/lib/shop.rb", "# nothing"}, ownRow},
		{"a file that requires itself", "gem \"shop\", path: \"engines/shop\"", []string{"engines/shop/lib/shop.rb", "require \"shop\"\nrequire_relative \"shop/engine.rb\""}, shopTable},
	} {
		t.Run(tt.name, func(t *testing.T) {
			root := application(t, with(with(bootedShop, "Gemfile", tt.gemfile), tt.more...))
			got, _ := printed(t, root, Options{Framework: true, RailsEnv: "production"})
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

// Without Options.Framework the table is that of the routes file; what engines
// and the configuration add is told.
func TestWhatABootedApplicationAddsIsTold(t *testing.T) {
	for _, tt := range []struct {
		name string
		more []string
		told string
	}{
		{"an initializer", nil, "engines/shop/lib/shop/engine.rb:6:18: the engine adds routes to the application"},
		{
			"a routes file of an engine",
			[]string{"engines/shop/lib/shop/engine.rb", "", "engines/shop/config/routes.rb", "Rails.application.routes.draw { get :x, to: \"x#y\" }"},
			"engines/shop/config/routes.rb:1:1: the engine adds routes to the application",
		},
		{
			"config.paths", []string{
				"engines/shop/lib/shop/engine.rb", "", "config/api.rb", "get :api, to: \"api#show\"",
				"config/application.rb", "module Store\n  class Application < Rails::Application\n    config.paths[\"config/routes.rb\"] = %w[config/api.rb config/routes.rb].map { |f| Rails.root.join(f) }\n  end\nend",
			}, "config/api.rb:1:1: a booted application also loads config/api.rb",
		},
		{
			"routes_reloader.paths", []string{
				"engines/shop/lib/shop/engine.rb", "class Shop::Engine < Rails::Engine\n  initializer(\"x\") { |app| app.routes_reloader.paths << \"#{root}/config/late.rb\" }\nend",
				"engines/shop/config/late.rb", "get :late, to: \"late#show\"",
			}, "engines/shop/config/late.rb:1:1: a booted application also loads engines/shop/config/late.rb",
		},
		{
			"what goes wrong",
			[]string{"engines/shop/lib/shop/engine.rb", "class Shop::Engine < Rails::Engine\n  initializer(\"x\") { |app| nil.fetch(app.routes.append {}) }\nend"},
			"engines/shop/lib/shop/engine.rb:2:",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, told := printed(t, application(t, with(bootedShop, tt.more...)), Options{})
			if got != ownRow || !strings.HasPrefix(told, tt.told) {
				t.Errorf("got %s\n%s", got, told)
			}
		})
	}
}

// A routes file of an engine that goes wrong leaves the application its routes.
func TestBrokenFileOfAnEngine(t *testing.T) {
	root := application(t, with(bootedShop, "engines/shop/lib/shop/engine.rb", "class Shop::Engine < Rails::Engine\nend",
		"engines/shop/config/routes.rb", "Rails.application.routes.draw do\n  get :x, to: \"x#y\"\n  member { get :z }\nend"))
	table, err := Load(root, Options{Framework: true})
	if err != nil {
		t.Fatal(err)
	}
	if table.Named("a") == nil || table.Named("x") == nil {
		t.Error("routes are missing")
	}
	want := "the file raises an error (engines/shop/config/routes.rb:3:3: can't use member outside resource(s) scope): some of its routes are missing; fix the file"
	if len(table.Diagnostics) == 0 || table.Diagnostics[0].Summary != want {
		t.Errorf("got %v", table.Diagnostics)
	}
}

// frameworkRows are those of Action Mailbox and Active Storage.
var frameworkRows = regexp.MustCompile(`(?m)^.* /rails/.*\n`)

// The folder of an engine shows what all of its engines draw, and what they add
// to others as they start.
func TestFolderOfEngines(t *testing.T) {
	engine := "module Shop\n  class Engine < ::Rails::Engine\n    isolate_namespace Shop\n    routes { get :a, to: \"a#b\" }\n"
	for _, tt := range []struct {
		name  string
		files map[string]string
		want  string
		told  string
	}{
		{
			"its routes file", map[string]string{
				"config/routes.rb": "Shop::Engine.routes.draw { get :x, to: \"x#y\" }", "lib/shop/engine.rb": engine + "  end\nend", "lib/shop/other_engine.rb": "class Shop::OtherEngine < Rails::Engine\nend",
			}, "x GET /x(.:format) shop/x#y\na GET /a(.:format) shop/a#b", "",
		},
		{
			"mounted in the application", map[string]string{
				"shop.gemspec": "", "lib/shop/engine.rb": engine + "    initializer(\"x\") do |app|\n      path = \"/shop\"\n      app.routes.append { mount Shop::Engine => path }\n    end\n  end\nend",
				"lib/shop/admin_engine.rb": "class Shop::AdminEngine < Rails::Engine\n  routes { get :c, to: \"c#d\" }\nend",
			}, "Routes for application:\nshop /shop Shop::Engine\n\nRoutes for Shop::Engine:\na GET /a(.:format) shop/a#b\n\nRoutes for Shop::AdminEngine:\nc GET /c(.:format) c#d", "",
		},
		{
			"mounted in an engine of a gem", map[string]string{
				"config/routes.rb":   "Shop::Engine.routes.draw { get :x, to: \"x#y\" }",
				"lib/shop/engine.rb": engine + "    initializer(\"x\") { Core::Engine.routes { mount Shop::Engine, at: \"/shop\" } }\n  end\nend",
			}, "Routes for Shop::Engine:\nx GET /x(.:format) shop/x#y\na GET /a(.:format) shop/a#b\n\nRoutes for Core::Engine:\nshop /shop Shop::Engine", "",
		},
		{
			"the application's and an engine's",
			map[string]string{
				"config/routes.rb":   head + "  get :app, to: \"a#b\"\nend\nCore::Engine.routes.draw { get :core, to: redirect(\"/\") }\nCore::Engine.add_routes { get :added, to: \"c#d\" }",
				"lib/shop/engine.rb": "class Shop::Engine < Rails::Engine\nend",
			},
			"Routes for application:\napp GET /app(.:format) a#b\n\nRoutes for Core::Engine:\ncore GET /core(.:format) redirect(301, /)\nadded GET /added(.:format) c#d",
			"config/routes.rb:4:26: unknown Core::Engine.isolate_namespace, a setting of its gem: the controllers of these routes may lack its module; set it\n",
		},
		{
			"with what a file of its config.paths draws", map[string]string{
				"lib/shop/engine.rb": "class Shop::Engine < Rails::Engine\n  config.paths[\"config/routes.rb\"] << \"config/api.rb\"\nend",
				"config/api.rb":      "Shop::Engine.routes.draw { get :api, to: \"api#show\" }",
			}, "api GET /api(.:format) api#show", "",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			root := application(t, tt.files)
			for _, framework := range []bool{false, true} {
				got, told := printed(t, root, Options{Framework: framework, RailsEnv: "test"})
				got = frameworkRows.ReplaceAllString(got, "")
				if diff := cmp.Diff(tt.want, got); diff != "" || told != tt.told {
					t.Errorf("framework %v: (-want +got)\n%s%s", framework, diff, told)
				}
			}
		})
	}
}

// The settings tell what isolates an engine of a gem.
func TestNamespaceOfAGem(t *testing.T) {
	src := head + "  mount Core::Base::Engine => \"/core\"\nend\nCore::Base::Engine.routes.draw { get :a, to: \"a#b\" }"
	for value, want := range map[string]string{"Core": "core /core Core::Base::Engine\n\nRoutes for Core::Base::Engine:\na GET /a(.:format) core/a#b", "false": "core_base /core Core::Base::Engine\n\nRoutes for Core::Base::Engine:\na GET /a(.:format) a#b"} {
		root := application(t, map[string]string{"config/routes.rb": src})
		got, told := printed(t, root, Options{Set: map[string]string{"Core::Base::Engine.isolate_namespace": value}})
		if diff := cmp.Diff("Routes for application:\n"+want, got); diff != "" || told != "" {
			t.Errorf("%s: (-want +got)\n%s%s", value, diff, told)
		}
	}
}

// What Rails clears as it loads the routes files is told; initializers that wait
// for each other, which Rails refuses, run as they stand.
func TestOddStarts(t *testing.T) {
	for _, tt := range []struct{ name, class, want, told string }{
		{"draw in a class", "routes.draw { get :x, to: \"x#y\" }", shopTable, "engines/shop/lib/shop/engine.rb:4:12: Rails clears these routes when it loads the routes files: they are not listed"},
		{"draw in an initializer", "initializer(\"x\") { Shop::Engine.routes.draw { get :x, to: \"x#y\" } }", shopTable, "engines/shop/lib/shop/engine.rb:4:44: Rails clears these routes when it loads the routes files: they are not listed"},
		{"a circle", "initializer(\"x\", before: \"y\", after: \"y\") { }\n    initializer(\"y\") { }", shopTable, ""},
		{"namespace behind the routes", "routes { get :x, to: \"x#y\" }\n    isolate_namespace Other", strings.ReplaceAll(shopTable, "shop /shop", "other /shop") + "\nx GET /x(.:format) shop/x#y", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			engine := "module Shop\n  class Engine < ::Rails::Engine\n    isolate_namespace Shop\n    " + tt.class +
				"\n    initializer(\"shop\") { |app| app.routes.append { mount Shop::Engine => \"/shop\" } }\n  end\nend"
			got, told := printed(t, application(t, with(bootedShop, "engines/shop/lib/shop/engine.rb", engine)), Options{Framework: true, RailsEnv: "production"})
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
			if !strings.HasPrefix(told, tt.told) || tt.told == "" && told != "" {
				t.Errorf("told %s", told)
			}
		})
	}
}

// What initializers do to routes is done as the application starts, once: reading them
// for the words of gems, or for inflections, adds nothing to any table.
func TestInitializersThatDraw(t *testing.T) {
	const settings = "Devise.setup { |c| c.sign_out_via = :get }\nDoorkeeper.configure { use_url_path_for_native_authorization }\n" +
		"HealthCheck.setup { |c| c.uri = \"well\" }\nActiveSupport::Inflector.inflections { |i| i.uncountable \"sheep\" }\n"
	const words = "devise_for :users, skip: :all\nuse_doorkeeper { skip_controllers :authorizations, :tokens, :applications, :authorized_applications, :token_info }\n"
	for name, tt := range map[string]struct{ initializer, framework string }{
		"append":             {"Rails.application.routes.append { get :x, to: \"x#y\" }", "a x"},
		"prepend":            {"Rails.application.routes.prepend { get :x, to: \"x#y\" }", "x a"},
		"to_prepare":         {"Rails.application.config.to_prepare { Rails.application.routes.append { get :x, to: \"x#y\" } }", "a x"},
		"to_prepare, inside": {"Rails.application.configure do\n  config.to_prepare { Rails.application.routes.prepend { get :x, to: \"x#y\" } }\nend", "x a"},
		"a hook":             {"ActiveSupport.on_load(:devise) { Rails.application.routes.append { get :x, to: \"x#y\" } }", "a x"},
		"draw":               {"Rails.application.routes.draw { get :x, to: \"x#y\" }", "a"},
		"of an engine":       {"Blazer::Engine.routes.prepend { get :x, to: \"x#y\" }", "a"},
		"a mount":            {"Rails.application.routes.append { mount Blazer::Engine => \"/x\", as: :x }", "a x"},
		"default scope":      {"Rails.application.routes.default_scope = { module: \"m\" }", "a"},
		"URL options":        {"Rails.application.routes.default_url_options[:host] = \"x.example\"", "a"},
		"a condition":        {"Rails.application.routes.append { get :x, to: \"x#y\" } if Settings.x?", "a x?"},
	} {
		root := application(t, map[string]string{
			"config/application.rb": "module Store\n  class Application < Rails::Application\n  end\nend",
			"config/routes.rb":      head + words + "get :a, to: \"a#b\"\nend", "config/initializers/all.rb": settings + tt.initializer,
			"app/models/user.rb": "class User < ApplicationRecord\n  devise :recoverable\nend",
		})
		for framework, want := range map[bool]string{false: "a", true: tt.framework} {
			table, err := Load(root, Options{Framework: framework, RailsEnv: "production"})
			if err != nil {
				t.Fatal(err)
			}
			var rows []string
			for _, r := range table.Routes {
				row := r.Name
				if len(r.Conditions) > 0 {
					row += "?"
				}
				if !strings.HasPrefix(row, "rails_") {
					rows = append(rows, row)
				}
			}
			if got := strings.Join(rows, " "); got != want || table.Named("a").Controller() != "a" || (table.DefaultURLOptions.Len() > 0) != (name == "URL options") {
				t.Errorf("%s, framework %v: %s, want %s; %s %v", name, framework, got, want, table.Named("a").Controller(), table.DefaultURLOptions.Len())
			}
			adds := !framework && want != tt.framework
			if told := tellsOf(table, addedByInitializer); told != adds {
				t.Errorf("%s, framework %v: told %v, want %v", name, framework, told, adds)
			}
		}
	}
}

func tellsOf(table *route.Table, summary string) bool {
	return slices.ContainsFunc(table.Diagnostics, func(d route.Diagnostic) bool { return d.Summary == summary })
}

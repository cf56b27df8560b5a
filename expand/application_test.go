package expand

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"signalbox/expand/check"
	"signalbox/expand/files"
	"signalbox/expand/route"
	"signalbox/internal/prose"
)

// printed is the printed table with single spaces, and what is told of it.
func printed(t *testing.T, root string, options Options) (rows, told string) {
	t.Helper()
	table, err := Load(root, options)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := table.WriteSheet(&b, route.Filter{}); err != nil {
		t.Fatal(err)
	}
	var lines []string
	for line := range strings.Lines(b.String()) {
		lines = append(lines, strings.Join(strings.Fields(line), " "))
	}
	for _, d := range table.Diagnostics {
		told += d.String() + "\n"
	}
	wellSaid(t, table)
	return strings.TrimSpace(strings.ReplaceAll(strings.Join(lines, "\n"), "Prefix Verb URI Pattern Controller#Action\n", "")), told
}

// wellSaid holds the warnings about a table to the form of messages.
func wellSaid(t *testing.T, table *route.Table) {
	t.Helper()
	for _, d := range table.Diagnostics {
		if what := prose.Complaint(d.Summary, d.Kind == route.GemNote); what != "" {
			t.Errorf("%s: %s", d, what)
		}
	}
}

const shopEngine = "module Shop\n  class Engine < ::Rails::Engine\n    isolate_namespace Shop\n    config.x.y = Gem.z\n  end\nend"

// Constants are looked for in the folders that config/application.rb adds to the
// autoloader.
func TestAutoloadFolders(t *testing.T) {
	for _, line := range []string{
		`config.autoload_paths << Rails.root.join("config/routes")`,
		`config.autoload_paths += %W[#{config.root}/config/routes]`,
		`config.eager_load_paths.push("#{root}/config/routes")`,
		`config.autoload_paths += [config.root.join("config", "routes").to_s]`,
		`config.eager_load_paths += Dir[Rails.root.join("config", "rout*")]`,
		`config.autoload_paths += Rails.root.glob("conf*/**/")`,
	} {
		root := application(t, map[string]string{
			"config/application.rb":        "module Shop\n  class Application < Rails::Application\n    " + line + "\n  end\nend",
			"config/routes.rb":             head + "  extend CartRoutes\nend",
			"config/routes/cart_routes.rb": "module CartRoutes\n  def self.extended(router)\n    router.instance_exec { resources :carts, only: :index }\n  end\nend",
		})
		rows, told := printed(t, root, Options{})
		if rows != "carts GET /carts(.:format) carts#index" || told != "" {
			t.Errorf("%s: %s\n%s", line, rows, told)
		}
	}
}

// packs-rails adds the folders of packs: routes, and those of classes.
func TestPacks(t *testing.T) {
	files := map[string]string{
		"config/routes.rb":                      head + "  draw :shop\n  draw :own\n  get Cart::NAME, to: \"carts#show\"\nend",
		"config/routes/own.rb":                  "get :own, to: \"a#b\"",
		"packs/a/package.yml":                   "",
		"packs/a/config/routes/own.rb":          "get :not_own, to: \"a#b\"",
		"packs/a/config/routes/shop.rb":         "get :shadowed, to: \"a#b\"",
		"packs/deep/shop/package.yml":           "metadata: {}",
		"packs/deep/shop/config/routes/shop.rb": "resources :shops, only: :index",
		"packs/deep/shop/app/models/cart.rb":    "class Cart\n  NAME = \"cart\"\nend",
		"packs/gem/package.yml":                 "",
		"packs/gem/gem.gemspec":                 "",
		"packs/gem/config/routes/shop.rb":       "get :gem, to: \"a#b\"",
	}
	const want = "shops GET /shops(.:format) shops#index\nown GET /own(.:format) a#b\ncart GET /cart(.:format) carts#show"
	lock := "GEM\n  specs:\n    packs-rails (0.1.0)\n"
	files["Gemfile.lock"] = lock
	if rows, told := printed(t, application(t, files), Options{}); rows != want || told != "" {
		t.Errorf("got  %s\nwant %s\n%s", rows, want, told)
	}
	files["packs.yml"] = "pack_paths:\n  - packs/gem\n  - packs/a\n"
	files["config/routes.rb"] = head + "  draw :shop\nend"
	if rows, _ := printed(t, application(t, files), Options{}); rows != "shadowed GET /shadowed(.:format) a#b" {
		t.Error(rows)
	}
	delete(files, "Gemfile.lock")
	if _, err := Load(application(t, files), Options{}); err == nil || !strings.Contains(err.Error(), "shop.rb") {
		t.Errorf("got %v, want an error: nothing adds the folders", err)
	}
}

// Engines that the repository holds are listed below their mount.
func TestEnginesOfTheRepository(t *testing.T) {
	for _, tt := range []struct {
		name  string
		files map[string]string
		want  string
	}{
		{
			"mounted, in engines", map[string]string{
				"config/routes.rb":                     head + "  mount Shop::Engine => \"/shop\"\nend",
				"engines/shop/lib/shop/engine.rb":      shopEngine,
				"engines/shop/config/routes.rb":        "Shop::Engine.routes.draw do\n  resources :carts, only: :index\n  draw :more\nend",
				"engines/shop/config/routes/more.rb":   "get \"more\", to: \"more#show\"",
				"engines/other/lib/other/engine.rb":    strings.ReplaceAll(shopEngine, "Shop", "Other"),
				"engines/other/config/routes.rb":       "Other::Engine.routes.draw { root \"a#b\" }",
				"engines/shop/app/models/shop/cart.rb": "raise \"never run\"",
			}, "Routes for application:\nshop /shop Shop::Engine\n\nRoutes for Shop::Engine:\n" +
				"carts GET /carts(.:format) shop/carts#index\nmore GET /more(.:format) shop/more#show",
		},
		{
			"routes in the class, in a gem beside", map[string]string{
				"config/routes.rb":              head + "  mount Shop::Engine, at: \"/s\", as: :store\nend",
				"shop/shop.gemspec":             "",
				"shop/lib/shop/engine.rb":       "module Shop\n  class Engine < Rails::Engine\n    engine_name \"stall\"\n    routes do\n      root to: \"a#b\"\n    end\n  end\nend",
				"shop/lib/shop/other.rb":        "",
				"app/models/unread/anything.rb": "",
			}, "Routes for application:\nstore /s Shop::Engine\n\nRoutes for Shop::Engine:\nroot GET / a#b",
		},
		{
			"in the application's lib, not isolated", map[string]string{
				"config/routes.rb":   head + "  mount Shop::Engine => \"/shop\"\nend",
				"lib/shop/engine.rb": "module Shop\n  class Engine < Rails::Engine\n    routes do\n      get :a, to: \"a#b\"\n    end\n  end\nend",
			}, "Routes for application:\nshop_engine /shop Shop::Engine\n\nRoutes for Shop::Engine:\na GET /a(.:format) a#b",
		},
		{
			"a gem in the application's lib, mounted by its name", map[string]string{
				"config/routes.rb":             head + "  mount \"Shop::Engine\".constantize => \"/shop\"\n  mount Object.const_get(\"Jobs::Engine\"), at: \"/jobs\"\nend",
				"lib/shop/shop.gemspec":        "",
				"lib/shop/lib/shop/engine.rb":  "module Shop\n  class Engine < Rails::Engine\n    isolate_namespace Shop\n  end\nend",
				"lib/shop/app/models/wares.rb": "module Wares\n  class << self\n    ALL = %w[a b].freeze\n    OTHERS = Site.others\n    def all = ALL\n  end\nend",
				"lib/shop/config/routes.rb":    "Shop::Engine.routes.draw { Wares.all.each { |name| get name, to: \"a#b\" } }",
			}, "Routes for application:\nshop /shop Shop::Engine\njobs /jobs Jobs::Engine\n\nRoutes for Shop::Engine:\na GET /a(.:format) shop/a#b\nb GET /b(.:format) shop/a#b\n\nRoutes for Jobs::Engine:\nNo routes defined.",
		},
		{
			"a folder without config/routes.rb", map[string]string{
				"shop.gemspec":       "",
				"lib/shop/engine.rb": "module Shop\n  class Engine < Rails::Engine\n    isolate_namespace Shop\n    routes do\n      resources :carts, only: [:show]\n    end\n  end\nend",
			}, "cart GET /carts/:id(.:format) shop/carts#show",
		},
		{
			"two engines without an application", map[string]string{
				"lib/shop/engine.rb":       "class Shop::Engine < Rails::Engine\n  routes { get :a, to: \"a#b\" }\nend",
				"lib/shop/admin_engine.rb": "class Shop::AdminEngine < Rails::Engine\n  routes { get :c, to: \"c#d\" }\nend",
			}, "Routes for Shop::AdminEngine:\nc GET /c(.:format) c#d\n\nRoutes for Shop::Engine:\na GET /a(.:format) a#b",
		},
		{
			"its own folder", map[string]string{
				"lib/shop/engine.rb": shopEngine,
				"config/routes.rb":   "Shop::Engine.routes.draw do\n  get :a, to: \"a#b\"\nend",
			}, "a GET /a(.:format) shop/a#b",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, told := printed(t, application(t, tt.files), Options{})
			if diff := cmp.Diff(tt.want, got); diff != "" || told != "" {
				t.Errorf("(-want +got)\n%s%s", diff, told)
			}
		})
	}
}

func TestFolderWithoutRoutes(t *testing.T) {
	root := application(t, map[string]string{"web/config/routes.rb": "", "api/v2/config/routes.rb": "", "lib/x/engine.rb": "class X::Engine < Rails::Engine\nend"})
	_, err := Load(root, Options{})
	var re *RouteError
	if !errors.As(err, &re) || re.Hint != "there are routes in "+root+"/api/v2, "+root+"/web: give one of these folders" {
		t.Errorf("got %v", err)
	}
	t.Chdir(filepath.Dir(root))
	_, err = Load(filepath.Base(root), Options{})
	if !errors.As(err, &re) || re.Hint != "there are routes in "+filepath.Base(root)+"/api/v2, "+filepath.Base(root)+"/web: give one of these folders" {
		t.Errorf("got %v", err)
	}
}

// Constants, and what methods say in so many words, are found where Rails'
// autoloader finds them, in the configuration and in lib.
func TestLookingIntoTheApplication(t *testing.T) {
	files := map[string]string{
		"config/application.rb":           "module Store\n  HOST = \"store.example\".freeze\n  class Application < Rails::Application\n  end\nend",
		"config/initializers/limits.rb":   "LIMITS = { a: 1 }.freeze\nFaker.setup!",
		"config/environments/test.rb":     "TIER = :test",
		"app/models/page.rb":              "class Page < ApplicationRecord\n  has_many :things\n  NAMES = %w[about terms].freeze\n  COUNT = NAMES.size\n  validates :x\n  def self.slugs = NAMES.map(&:upcase)\n  def self.cached = @cached ||= [:c]\n  def self.state = @state\n  ALL = []\n  BROKEN = Gem.list.fetch(2)\nend",
		"app/models/admin/user.rb":        "class Admin::User\n  ROLES = [:owner]\nend",
		"app/models/concerns/sorted.rb":   "module Sorted\n  extend ActiveSupport::Concern\n  ORDER = \"asc\"\nend",
		"lib/edition.rb":                  "module Edition\n  def self.ee? = true\n  def self.later = raise(\"no\")\nend",
		"lib/deep/down/plans.rb":          "PLANS = %i[free paid]",
		"lib/shop.rb":                     "module Shop\n  class << self\n    extend Forwardable\n    def_delegators :Edition, :ee?\n    def both\n      return yield if Gem.x?\n      yield\n    end\n  end\nend",
		"app/constraints/gate.rb":         "class Gate\n  def initialize(name) = @name = name\n  def matches?(request) = request.subdomain == @name\nend",
		"app/controllers/api/base.rb":     "class Api::Base < Grape::API\n  VERSION = \"v1\"\nend",
		"packs/billing/app/models/tax.rb": "module Tax\n  if Rails.env.test?\n    RATE = 1\n  else\n    RATE = 2\n  end\nend",
	}
	for _, tt := range []struct{ src, want, told string }{
		{"Page::NAMES.each { |n| get n, to: \"pages#show\" }", "about GET /about(.:format) pages#show\nterms GET /terms(.:format) pages#show", ""},
		{"get \"n#{Page::COUNT}\", to: \"a#b\"", "n2 GET /n2(.:format) a#b", ""},
		{"get Page.slugs.first, to: \"a#b\"", "ABOUT GET /ABOUT(.:format) a#b", ""},
		{"get Page.cached.first, to: \"a#b\"", "c GET /c(.:format) a#b", ""},
		{"get Page.state, to: \"a#b\"", "GET /:Page.state(.:format) a#b", "unknown path Page.state,"},
		{"Page::ALL.each { |n| get n, to: \"a#b\" }", "GET /:Page::ALL.each0(.:format) a#b", "unknown path Page::ALL.each(0),"},
		{"get Page::BROKEN, to: \"a#b\"", "GET /:Page::BROKEN(.:format) a#b", "unknown path Page::BROKEN,"},
		{"get Admin::User::ROLES[0], to: \"a#b\"", "owner GET /owner(.:format) a#b", ""},
		{"get Sorted::ORDER, to: \"a#b\"", "asc GET /asc(.:format) a#b", ""},
		{"get Store::HOST, to: \"a#b\", as: :h", "h GET /store.example(.:format) a#b", ""},
		{"get \"l#{LIMITS[:a]}\", to: \"a#b\"", "l1 GET /l1(.:format) a#b", ""},
		{"get PLANS.last, to: \"a#b\"", "paid GET /paid(.:format) a#b", ""},
		{"get TIER, to: \"a#b\"", "GET /:TIER(.:format) a#b", "unknown path TIER,"},
		{"get \"a\", to: \"a#b\" if Shop.ee?", "a GET /a(.:format) a#b", ""},
		{"get \"r#{Tax::RATE}\", to: \"a#b\"", "r2 GET /r2(.:format) a#b", ""},
		{"mount Api::Base => Api::Base::VERSION", "api_base /v1 Api::Base", ""},
		{"constraints(Gate.new(\"x\")) { get :g, to: \"a#b\" }", "g GET /g(.:format) a#b", ""},
		{"get Edition.later, to: \"a#b\"", "GET /:Edition.later(.:format) a#b", "unknown path Edition.later,"},
	} {
		t.Run(tt.src, func(t *testing.T) {
			files["config/routes.rb"] = head + tt.src + "\nend"
			got, told := printed(t, application(t, files), Options{})
			if got != tt.want || (tt.told == "") != (told == "") || !strings.Contains(told, tt.told) {
				t.Errorf("got  %s\nwant %s\ntold %s", got, tt.want, told)
			}
		})
	}
	t.Run("a block that two yields share", func(t *testing.T) {
		files["config/routes.rb"] = head + "Shop.both { get :a, to: \"a#b\" }\nend"
		table := loadFiles(t, files)
		if len(table.Routes) != 1 || len(table.Routes[0].Conditions) != 1 || table.Routes[0].Conditions[0].Text != "Shop.both" {
			t.Errorf("%s%v", paths(table), table.Routes[0].Conditions)
		}
	})
}

// What is read of the application on one side of an undecided condition holds on
// the other too.
func TestLookingOnBothSides(t *testing.T) {
	table := loadFiles(t, map[string]string{
		"app/models/page.rb": "class Page < ApplicationRecord\n  NAME = \"a\"\nend",
		"config/routes.rb":   head + "if Settings.x\n  OWN = 1\n  get Page::NAME, to: \"x#y\"\nelse\n  get Page::NAME, to: \"x#z\"\nend\nget \"b/#{Page::NAME}\", to: \"x#b\"\nend",
	})
	want := "a GET /a(.:format) x#y\na GET /a(.:format) x#z\nb_a GET /b/a(.:format) x#b\n"
	if got := paths(table); got != want || len(table.Diagnostics) > 0 || len(table.Routes[2].Conditions) > 0 {
		t.Errorf("%s%v", got, table.Diagnostics)
	}
}

func loadFiles(t *testing.T, files map[string]string) *route.Table {
	t.Helper()
	table, err := Load(application(t, files), Options{})
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// Modules that the application mixes into the mapper bring routing methods.
func TestWordsOfTheApplication(t *testing.T) {
	const module = "module Words\n  def page(name)\n    get name, to: \"pages##{name}\"\n  end\nend\n"
	for name, files := range map[string]map[string]string{
		"include":    {"config/initializers/routing.rb": module + "ActionDispatch::Routing::Mapper.include Words"},
		"send":       {"config/initializers/routing.rb": module + "ActionDispatch::Routing::Mapper.send(:include, Words)"},
		"prepend":    {"config/initializers/routing.rb": "ActionDispatch::Routing::Mapper.prepend(Words)", "lib/words.rb": module},
		"class_eval": {"config/initializers/routing.rb": "ActionDispatch::Routing::Mapper.class_eval do\n  def page(name) = get(name, to: \"pages##{name}\")\nend"},
		"reopened":   {"config/initializers/routing.rb": "class ActionDispatch::Routing::Mapper\n  def page(name) = get(name, to: \"pages##{name}\")\nend"},
		"hook":       {"config/initializers/routing.rb": module + "Rails.application.config.to_prepare do\n  ActionDispatch::Routing::Mapper.include(Words)\nend"},
		"lib":        {"lib/ext/words.rb": module + "ActionDispatch::Routing::Mapper.include Words"},
		"an engine":  {"engines/e/lib/e/engine.rb": "class E::Engine < Rails::Engine\n  initializer \"x\" do\n    ActionDispatch::Routing::Mapper.include(Module.new { def page(name) = get(name, to: \"pages##{name}\") })\n  end\nend"},
		"settings":   {".routes.yml": "words: [config/words.rb]", "config/words.rb": "def page(name) = get(name, to: \"pages##{name}\")"},
	} {
		t.Run(name, func(t *testing.T) {
			files["config/routes.rb"] = head + "  page :about\nend"
			got, told := printed(t, application(t, files), Options{})
			if got != "about GET /about(.:format) pages#about" || told != "" {
				t.Errorf("%s\n%s", got, told)
			}
		})
	}
}

func TestFilesOfRoutes(t *testing.T) {
	files := map[string]string{
		"config/application.rb":    "class App < Rails::Application\n  config.paths[\"config/routes\"].unshift \"#{config.root}/ee/config/routes\"\nend",
		"config/routes/a.rb":       "get :a, to: \"a#b\"",
		"config/routes/b.rb":       "get :b, to: \"a#b\"",
		"config/routes/.hidden.rb": "get :hidden, to: \"a#b\"",
		"ee/config/routes/b.rb":    "get :ee, to: \"a#b\"",
		"config/api/c.rb":          "Rails.application.routes.draw do\n  get :c, to: \"a#b\"\nend",
		"config/logo.png":          "\x89PNG\r\n\x1a\n\x00",
	}
	for _, tt := range []struct{ src, want string }{
		{"draw :b", "ee GET /ee(.:format) a#b"},
		{"draw_all :b", "ee GET /ee(.:format) a#b\nb GET /b(.:format) a#b"},
		{"Dir.glob(Rails.root.join(\"config/routes/*.rb\")).sort.each { |f| instance_eval(File.read(f)) }", "a GET /a(.:format) a#b\nb GET /b(.:format) a#b"},
		{"Dir[\"config/{routes,none}/{b,a}.rb\"].each { |f| instance_eval(File.read(f)) }", "b GET /b(.:format) a#b\na GET /a(.:format) a#b"},
		{"Rails.root.join(\"config\").glob(\"**/a.rb\") { |f| instance_eval(f.read, f.to_s) }", "a GET /a(.:format) a#b"},
		{"Dir.glob(\"*.rb\", base: \"config/api\").each { |f| get f, to: \"a#b\", as: :f }", "f GET /c.rb(.:format) a#b"},
		{"get :x, to: \"a#b\" if Dir.exist?(\"config/api\") && !Dir.exist?(\"config/nowhere\")", "x GET /x(.:format) a#b"},
		{"get :x, to: \"a#b\" if Rails.root.join(\"config/api\").exist? && File.directory?(\"config\") && !File.file?(\"config\")", "x GET /x(.:format) a#b"},
		{"get :x, to: \"a#b\" if File.exist?(\"config/api/c.rb\") && File.file?(\"config/logo.png\") && !File.exist?(\"api/c.rb\") && !File.exist?(\"none.rb\")", "x GET /x(.:format) a#b"},
	} {
		t.Run(tt.src, func(t *testing.T) {
			files["config/routes.rb"] = head + tt.src + "\nend"
			got, told := printed(t, application(t, files), Options{})
			if got != tt.want || told != "" {
				t.Errorf("got  %s\nwant %s\n%s", got, tt.want, told)
			}
		})
	}
	files["config/routes.rb"] = "Dir[\"config/api/*.rb\"].each { |f| load f }"
	if got, _ := printed(t, application(t, files), Options{}); got != "c GET /c(.:format) a#b" {
		t.Errorf("load: %s", got)
	}
}

// A symbolic link does not lead out of the application.
func TestLinksOutOfTheApplication(t *testing.T) {
	secret := filepath.Join(t.TempDir(), "secret.rb")
	if err := os.WriteFile(secret, []byte("get :secret, to: \"a#b\""), 0o600); err != nil {
		t.Fatal(err)
	}
	root := application(t, map[string]string{"config/routes.rb": head + "  draw :secret\nend", "config/routes/x.rb": ""})
	if err := os.Symlink(secret, filepath.Join(root, "config/routes/secret.rb")); err != nil {
		t.Skip(err)
	}
	if table, err := Load(root, Options{}); err == nil {
		t.Errorf("it was read:\n%s", paths(table))
	}
	root = application(t, map[string]string{"config/routes.rb": head + "end"})
	if err := os.Symlink(secret, filepath.Join(root, route.SettingsFile)); err != nil {
		t.Skip(err)
	}
	if s, err := readSettings(files.New(os.DirFS(root))); err == nil {
		t.Errorf("it was read: %v", s)
	}
}

// A class may keep a list of what was drawn; what it draws does not depend on it.
func TestClassThatNotesWhatItDraws(t *testing.T) {
	const set = "class RouteGroup\n  attr_accessor :mapper\n  def initialize(prefix) = @prefix = prefix\n" +
		"  def self.draw(router, prefix = self.prefix, &block)\n    %s\n    group = new(prefix)\n    group.mapper = router\n    group.instance_eval(&block)\n  ensure\n    group.mapper = nil\n  end\n" +
		"  def get(path, options = {})\n    mapper.get(\"#{@prefix}/#{path}\", options)\n  end\n  class V1 < ::RouteGroup\n    def self.prefix = \"/v1\"\n  end\nend"
	for _, tt := range []struct{ note, want string }{
		{"@@prefixes ||= Set.new\n@@prefixes << prefix", "v1_a GET /v1/a(.:format) a#b\nlti_c GET /lti/c(.:format) c#d"},
		{"prefix = @@prefixes.last", "a GET /a(.:format) a#b\nc GET /c(.:format) c#d"},
	} {
		root := application(t, map[string]string{
			"lib/route_group.rb": fmt.Sprintf(set, tt.note),
			"config/routes.rb":   head + "RouteGroup::V1.draw(self) { get \"a\", to: \"a#b\" }\nRouteGroup.draw(self, \"/lti\") { get \"c\", to: \"c#d\" }\nend",
		})
		if got, told := printed(t, root, Options{}); got != tt.want {
			t.Errorf("%s\ngot  %s\nwant %s\n%s", tt.note, got, tt.want, told)
		}
	}
}

// Constraints of which nobody knows whether they are a hash are told of.
func TestUnknownConstraints(t *testing.T) {
	for _, tt := range []struct{ src, told string }{
		{"constraints(Site.public) { get :a, to: \"a#b\" }", "unknown constraints Site.public: if they are a hash, the rows lack them; set the hash or the class"},
		{"get :a, to: \"a#b\", constraints: Site.public", "unknown constraints Site.public: if they are a hash, the rows lack them; set the hash or the class"},
		{"scope(constraints: Site.public) { get :a, to: \"a#b\" }", "unknown constraints Site.public: if they are a hash, the rows lack them; set the hash or the class"},
		{"constraints(Site.new(1)) { get :a, to: \"a#b\" }", ""},
		{"constraints(Site::Public) { get :a, to: \"a#b\" }", ""},
		{"get :a, to: \"a#b\", constraints: ->(r) { Site.public }", ""},
	} {
		got, told := printed(t, application(t, map[string]string{"config/routes.rb": head + tt.src + "\nend"}), Options{})
		if got != "a GET /a(.:format) a#b" || (tt.told == "") != (told == "") || !strings.Contains(told, tt.told) {
			t.Errorf("%s\n%s\n%s", tt.src, got, told)
		}
	}
}

// Sources of unknown values that span lines, or go on and on, show on one line;
// the settings that settle them name them in full.
func TestLongUnknownValues(t *testing.T) {
	long := "Site.pattern(" + strings.Repeat("1, ", 60) + "2)"
	src := head + "get \"a/:id\", to: \"a#b\", as: :a, id: /\n  #{Site.x}\n  (b)\n/x\n" +
		"get \"b/#{" + long + "}/c\", to: \"a#b\", as: :b\n" +
		"get :c, to: \"a#b\" if " + long + "\nget :d, to: \"a#b\", p: " + long + "\nend"
	root := application(t, map[string]string{"config/routes.rb": src})
	table, err := Load(root, Options{})
	if err != nil {
		t.Fatal(err)
	}
	var sheet strings.Builder
	if err := table.WriteSheet(&sheet, route.Filter{}); err != nil {
		t.Fatal(err)
	}
	for _, f := range check.Findings(table) {
		sheet.WriteString("\n" + f.Summary)
	}
	for line := range strings.Lines(sheet.String()) {
		if n := len(strings.Join(strings.Fields(line), " ")); n > 260 {
			t.Errorf("%d characters: %s", n, line)
		}
	}
	if n := strings.Count(sheet.String(), "/ #{Site.x} (b) /x"); n != 2 {
		t.Errorf("the pattern shows %d times on a line:\n%s", n, sheet.String())
	}
	set := map[string]string{}
	for _, m := range check.MissingIn(table) {
		set[m.Expr] = "v"
	}
	if _, ok := set[long]; !ok || len(set) != 2 {
		t.Fatalf("missing: %v", set)
	}
	if _, told := printed(t, root, Options{Set: set}); told != "" {
		t.Errorf("not settled: %s", told)
	}
}

// ---- check

// What --missing names, once it has values, settles everything unknown.
func TestMissingSettlesEverything(t *testing.T) {
	for _, tt := range []struct {
		src  string
		want map[string]string // the expressions, with values that fit
	}{
		{"get :a, to: \"a#b\" if Settings.sso", map[string]string{"Settings.sso": "true"}},
		{"unless Settings.sso.on? && !Flags[:x]\n get :a, to: \"a#b\"\nend", map[string]string{"Settings.sso.on?": "false", "Flags[:x]": "true"}},
		{"get Settings.path, to: \"a#b\"", map[string]string{"Settings.path": "p"}},
		{"get \"x/#{Site.prefix}\", to: \"a#b\", as: :x", map[string]string{"Site.prefix": "p"}},
		{"Site.locales.each { |l| get l, to: \"a#b\" }", map[string]string{"Site.locales": "[en, fr]"}},
		{"%w[a b].each { |n| get n, to: \"x#y\" if Flags.on?(n) }", map[string]string{"Flags.on?(\"a\")": "true", "Flags.on?(\"b\")": "false"}},
		{"Gate.ee { get :a, to: \"a#b\" }", map[string]string{"Gate.ee": "true"}},
		{"get :a, to: \"a#b\" if defined?(Jobs)", map[string]string{"defined?(Jobs)": "true"}},
		{"strange_word(:x) { get :a, to: \"a#b\" }", map[string]string{"strange_word": "true"}},
		{"get \":l\", to: \"a#b\", l: /#{Site.codes.join(\"|\")}/", map[string]string{"Site.codes": "[a, b]"}},
		{"get :a, to: (Settings.x ? \"a#b\" : \"c#d\")", map[string]string{"Settings.x": "true"}},
		{"get \"a\", to: \"a#b\"\nmount Jobs::Web => \"/jobs\"", map[string]string{}},
	} {
		t.Run(tt.src, func(t *testing.T) {
			root := application(t, map[string]string{"config/routes.rb": head + tt.src + "\nend"})
			table, err := Load(root, Options{})
			if err != nil {
				t.Fatal(err)
			}
			var filled strings.Builder
			missing := check.MissingIn(table)
			for line := range strings.Lines(check.Template(missing)) {
				filled.WriteString(line)
			}
			text := filled.String()
			for _, m := range missing {
				value, ok := tt.want[m.Expr]
				if !ok {
					t.Errorf("%s is asked for", m.Expr)
					continue
				}
				for _, key := range []string{m.Expr + ": ", "'" + m.Expr + "': "} {
					text = strings.Replace(text, "\n"+key+"#", "\n"+key+value+" #", 1)
				}
			}
			if len(missing) != len(tt.want) {
				t.Fatalf("missing: %v", missing)
			}
			if err := os.WriteFile(filepath.Join(root, route.SettingsFile), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			table, err = Load(root, Options{})
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range check.Findings(table) {
				t.Errorf("%s\n%s", f, text)
			}
		})
	}
}

package expand

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"signalbox/dsl"
	"signalbox/expand/gems"
	"signalbox/expand/route"
)

// What one word leaves for the next is state: which of two sides of a condition
// said it, the rows that follow must tell. For each pair of pieces of a kind, one
// of them under a condition, the rows whose conditions hold must be those of the
// program of which the condition is settled, both ways.

// A stateKind is words that share state, as pieces of programs; `@` is another
// letter at each place.
type stateKind struct {
	files  map[string]string
	pieces []string
	before string   // what every program begins with
	open   []string // what else is not settled, and answers the same on both sides
}

const usualModel = "class %s < ApplicationRecord\n  devise :database_authenticatable, :omniauthable, omniauth_providers: [:github]\nend"

func devised(lock string) map[string]string {
	files := map[string]string{"Gemfile.lock": "GEM\n  specs:\n" + lock}
	for _, name := range []string{"User", "Admin", "Member"} {
		files["app/models/"+strings.ToLower(name)+".rb"] = fmt.Sprintf(usualModel, name)
	}
	return files
}

var stateKinds = map[string]stateKind{
	"devise": {
		devised("    devise (5.0.3)\n    omniauth (2.1.1)\n    devise_token_auth (1.3.0)\n"),
		[]string{
			"devise_for :users, skip: :all",
			"devise_for :admins, only: []",
			"devise_for :members, only: :sessions, sign_out_via: :get",
			"devise_for :members, skip: :all, sign_out_via: [:get, :post]",
			"devise_for :users",
			"devise_for :admins, path: 'bosses'",
			"scope('@', as: '@', format: true) { devise_for :members, skip: :omniauth_callbacks, format: false; get 'in@', to: 'a#b' }",
			"devise_for :members, only: :sessions, format: false",
			"mount_devise_token_auth_for 'User', at: 'auth@', as: :member",
			"authenticate { get 'a@', to: 'a#b' }",
			"authenticated { get 'a@', to: 'a#b' }",
			"unauthenticated { get 'a@', to: 'a#b' }",
			"authenticate(:admin) { get 'a@', to: 'a#b' }",
			"devise_scope(:user) { get 'a@', to: 'a#b' }",
			"match 'out@', to: 's#d', via: Devise.mappings[:member].sign_out_via",
			"get 'x@', to: 'a#b', as: :new_user_session",
		},
		"", nil,
	},
	"devise 4": {
		devised("    devise (4.9.4)\n    omniauth (1.9.1)\n"),
		[]string{
			"scope('@', as: '@', module: 'm@') {\ndevise_for :members, skip: :omniauth_callbacks, format: false\nget 'in@', to: 'a#b'\n}",
			"scope('@', as: '@', format: true) {\ndevise_for(:members, skip: :omniauth_callbacks, format: false) if Settings.a?\nget 'in@', to: 'a#b'\nscope('s') { get 'out', to: 'a#b' }\n}",
			"devise_for :users, format: false, only: :sessions",
			"get 'a@', to: 'a#b'",
			"authenticate { get 'a@', to: 'a#b' }",
		},
		"", nil,
	},
	"assumed models": {
		map[string]string{},
		[]string{
			"devise_for :users",
			"devise_for :users, skip: :passwords",
			"get 'x@', to: 'a#b', as: :new_user_session",
			"resource(:user_session, only: :destroy)",
			"authenticate { get 'a@', to: 'a#b' }",
		},
		"", modulesOf("User", []string{"database_authenticatable", "registerable", "recoverable", "rememberable", "validatable"}),
	},
	"doorkeeper": {
		map[string]string{},
		[]string{
			"scope('@', as: '@') { use_doorkeeper }",
			"scope('@', as: '@') { use_doorkeeper { controllers tokens: 'my/tokens' if Settings.a? } }",
			"scope('@', as: '@') { use_doorkeeper { skip_controllers :applications, :authorized_applications if Settings.a? } }",
			"scope('@', as: '@') { use_doorkeeper { skip_controllers :tokens; skip_controllers :applications if Settings.a? } }",
			"scope('@', as: '@') { use_doorkeeper { as tokens: 'mine' if Settings.a?; controllers({ tokens: 'x/y' }) if Settings.a? } }",
			"scope('@', as: '@') { use_doorkeeper { as tokens: Settings.a? ? :one : :two } }",
			"scope('@', as: '@') { use_doorkeeper { skip_controllers(*(Settings.a? ? [:tokens] : [:applications])) } }",
			"scope('@', as: '@') { use_doorkeeper_openid_connect { skip_controllers :userinfo if Settings.a?; controllers discovery: 'my/d' if Settings.a? } }",
			"scope('@', as: '@') { use_doorkeeper_device_authorization_grant { controller device_codes: 'my/d' if Settings.a? } }",
			"scope('@', as: '@') { use_doorkeeper(scope: (Settings.a? ? 'one' : 'two')) }",
			"scope('@', as: '@') { o = {}; o[:scope] = 'mine' if Settings.a?; use_doorkeeper(o) { |m| m.skip_controllers :tokens unless Settings.a? } }",
		},
		"", nil,
	},
	"health_check": {
		map[string]string{},
		[]string{
			"health_check_routes",
			"health_check_routes 'live@'",
			"add_health_check_routes",
			"add_health_check_routes 'well@'",
			"health_check_routes(Settings.a? ? 'one' : nil)",
			"HealthCheck.uri.then { |uri| get \"own/#{uri}\", to: 'a#b' }",
			"HealthCheck.uri = 'set@'",
		},
		"", nil,
	},
	"localized": {
		map[string]string{"config/initializers/i18n.rb": "I18n.available_locales = [:en, :fr]", "config/locales/fr.yml": "fr:\n  routes:\n    people: personnes\n"},
		[]string{
			"localized { get 'people@', to: 'a#b' }",
			"localized {\nlocalized { get 'people', to: 'a#b', as: '@' } if Settings.a?\nget 'people/@', to: 'c#d'\n}",
			"get 'people/@', to: 'a#b'",
			"resources :people, path: 'people/@', as: '@s', only: :index",
		},
		"", nil,
	},
	"jsonapi": {
		map[string]string{
			"app/resources/post_resource.rb":    "class PostResource < JSONAPI::Resource\n  has_many :comments\n  has_many :comments, class_name: \"Tag\" if Settings.a?\n  has_one :author, class_name: (Settings.a? ? \"Tag\" : \"Comment\")\n  immutable if Settings.a?\n  key_type :uuid if Settings.a?\n  routing_options(path: \"p\") unless Settings.a?\nend",
			"app/resources/comment_resource.rb": "class CommentResource < JSONAPI::Resource\n  has_one :post\n  relationship :tag, to: :one if Settings.a?\n  relationship :tag, to: :many unless Settings.a?\nend",
			"app/resources/tag_resource.rb":     "class TagResource < JSONAPI::Resource\nend",
			"config/initializers/jsonapi.rb":    "JSONAPI.configure { |c| c.route_format = :underscored_route if Settings.a? }",
		},
		[]string{
			"scope('@', as: '@') { jsonapi_resources :posts }",
			"scope('@', as: '@') { jsonapi_resources(:comments) { jsonapi_relationships if Settings.a?; jsonapi_link :post } }",
			"scope('@', as: '@') { jsonapi_resources(:posts) { jsonapi_related_resources :comments; jsonapi_links :comments, except: [:destroy] } }",
			"scope('@', as: '@') { jsonapi_resource :tag\njsonapi_resources(:posts) { jsonapi_related_resource :author if Settings.a? } }",
		},
		"", nil,
	},
	"jsonapi 0.9": {
		map[string]string{
			"Gemfile.lock":                   "GEM\n  specs:\n    jsonapi-resources (0.9.12)\n",
			"app/resources/post_resource.rb": "class PostResource < JSONAPI::Resource\n  model_name \"Other\" if Settings.a?\n  has_one :author\nend",
			"app/models/post.rb":             "class Post < ApplicationRecord\n  belongs_to :author, class_name: \"One\"\nend",
			"app/models/other.rb":            "class Other < ApplicationRecord\n  belongs_to :author, class_name: \"Two\"\n  belongs_to :author, class_name: \"Three\" if Settings.b?\nend",
		},
		[]string{"scope('@', as: '@') { jsonapi_resources :posts }"},
		"",
		[]string{"Settings.b?"},
	},
	"devise modules": {
		map[string]string{
			"app/models/user.rb":                  "class User < ApplicationRecord\n  devise :database_authenticatable, :own, :recoverable\nend",
			"config/initializers/devise.rb":       "Devise.setup { |c| c.sign_out_via = :get if Settings.a? }\nDevise.add_module :own, route: :registration if Settings.a?",
			"app/models/admin.rb":                 "class Admin < ApplicationRecord\n  devise :lockable, unlock_strategy: (Settings.a? ? :email : :time)\n  devise :omniauthable, omniauth_providers: [:x] if Settings.a?\nend",
			"config/initializers/omniauth_x.rb":   "Devise.setup { |c| c.omniauth :hub; c.omniauth_path_prefix = '/in' if Settings.a? }",
			"config/initializers/active_admin.rb": "ActiveAdmin.setup { |c| c.default_namespace = :boss if Settings.a? }",
			"app/admin/posts.rb":                  "ActiveAdmin.register(Post) { actions :index\nactions :index, :show if Settings.a?\nmember_action :x unless Settings.a? }\nActiveAdmin.register_page('P') if Settings.a?",
			"app/admin/tags.rb": "ActiveAdmin.register(Tag) { actions :index\nbelongs_to :post }\n" +
				"if Settings.a?\n  ActiveAdmin.register(Tag) { belongs_to :post, optional: true\nmember_action :pin }\nend\n" +
				"ActiveAdmin.register(Tag) { collection_action :all, method: (Settings.a? ? :put : :post)\nactions :index, *([:show] if Settings.a?) }\n" +
				"ActiveAdmin.register(Post, namespace: (Settings.a? ? :boss : :admin)) { config.batch_actions = Settings.a? }\n" +
				"ActiveAdmin.register(Comment) { actions :show } if Settings.a?",
		},
		[]string{
			"scope('@', as: '@') { devise_for :users }",
			"scope('@', as: '@') { devise_for :admins }",
			"scope('@', as: '@') { ActiveAdmin.routes(self) }",
			"devise_for :users, ActiveAdmin::Devise.config",
		},
		"", nil,
	},
	"configurations": {
		map[string]string{
			"config/initializers/apipie.rb": "Apipie.configure { |c| c.doc_base_url = '/a' if Settings.a? }",
			"config/initializers/avo.rb":    "Avo.configure { |c| c.root_path = '/x' if Settings.a? }",
			"config/initializers/bbb.rb":    "BigbluebuttonRails.configure { |c| c.routing_scope = 'webconf' if Settings.a? }",
			"config/initializers/hyrax.rb":  "Hyrax.config { |c| c.register_curation_concern :book\nc.register_curation_concern :image if Settings.a? }",
			"config/initializers/oauth.rb":  "Doorkeeper.configure { use_url_path_for_native_authorization if Settings.a?\nallow_token_introspection false if Settings.a? }",
			"config/initializers/health.rb": "HealthCheck.setup { |c| c.uri = 'z' if Settings.a? }",
			"config/initializers/rt.rb":     "RouteTranslator.config { |c| c.force_locale = true if Settings.a? }\nI18n.available_locales = [:en, :fr]",
		},
		[]string{
			"scope('@', as: '@') { apipie }",
			"Apipie.configuration.doc_base_url.then { |base| get \"doc@#{base}\", to: 'a#b' }",
			"Apipie.configure { |c| c.doc_base_url = '/@' }",
			"BigbluebuttonRails.configuration.routing_scope = '@'",
			"mount_avo(as: '@') { get 'in@', to: 'a#b' }",
			"scope('@', as: '@') { bigbluebutton_routes :default, only: %w[rooms servers] }",
			"scope('@', as: '@') { bigbluebutton_routes :default, only: ['rooms'], controllers: { rooms: 'my/rooms' } }",
			"scope('@', as: '@') { curation_concerns_basic_routes }",
			"scope('@', as: '@') { use_doorkeeper }",
			"scope('@', as: '@') { health_check_routes }",
			"localized { get 'people@', to: 'a#b' }",
		},
		"", nil,
	},
	"versionist": {
		nil,
		[]string{
			"api_version(module: 'V1', path: { value: 'v1@' }, default: true) { get 'x@', to: 'a#b' }",
			"api_version(module: 'V2', header: { name: 'Accept', value: 'v2' }) { get 'y@', to: 'a#b' }",
			"api_version(module: 'V3', parameter: { name: 'v', value: 'three@' }, default: true) { get 'z@', to: 'a#b' }",
		},
		"", nil,
	},
	"sitepress": {
		nil,
		[]string{"sitepress_root", "root 'a#b'", "sitepress_pages(as: '@', root: Settings.a?)"},
		"", nil,
	},
	"words without state": {
		map[string]string{"config/routes/more.rb": "get 'more', to: 'a#b', as: nil"},
		[]string{
			"draw_all :more\nscope('@', as: '@') { bigbluebutton_api_routes\nresources(:clubs) { as_scoped_routes :active } }",
			"scope('@', as: '@') { comfy_route_cms(path: '/@')\ncomfy_route_cms_admin if Settings.a? }",
			"scope('@', as: '@') { concerns_to_route.each { |name| namespaced_resources name, only: :show }\nnamespaced_resources 'hyrax/x', { only: :index } }",
			"scope('@', as: '@') { curation_concerns_collections\ncuration_concerns_embargo_management\napi_guard_scope('users') { get 'x', to: 'a#b' } }",
			"passwordless_for :users, at: '/@', as: '@'\nmount_roboto\nwash_out :rumbas@\ncomfy_route :cms, path: '/@'\nscope('@', as: '@') { comfy_route :cms_admin }",
			"scope('@', as: '@') {\nmount_opro_oauth except: (:docs if Settings.a?)\napi_guard_routes for: 'users'\nmount_griddler('/@')\nfilter :locale\n}",
			"scope('@', as: '@') { curation_concerns_basic_routes }",
		},
		"", nil,
	},
	"concerns of gems": {
		nil,
		[]string{
			"concern :searchable, Blacklight::Routes::Searchable.new",
			"concern :searchable, ActiveScaffold::Routing::Basic.new(association: true)",
			"resource(:catalog, only: [], as: '@', path: '@', controller: 'catalog') { concerns :searchable }",
			"resources(:clubs, path: '@', as: '@s') { as_nested_resources :players }",
		},
		"", nil,
	},
	"blacklight 5": {
		map[string]string{"Gemfile.lock": "GEM\n  specs:\n    blacklight (5.19.2)\n"},
		[]string{
			"scope('@', as: '@') { blacklight_for :catalog }",
			"Blacklight::Routes.default_route_sets -= [:bookmarks]",
			"Blacklight.add_routes(self, only: [:bookmarks])",
		},
		"", nil,
	},
	"path names": {
		nil,
		[]string{
			"resources_path_names new: 'neu@'",
			"resources :posts, path: '@', as: '@s', only: :new",
			"Rails.application.routes.resources_path_names = { new: 'nouveau@', edit: 'e' }",
			"Rails.application.routes.resources_path_names[:new] = 'nov@'",
			"Rails.application.routes.draw { resources :inner, path: '@', as: '@s', only: :new }",
			"get 's@', to: 'a#b', defaults: { x: @scope[:path_names][:new] }",
		},
		"", nil,
	},
	"names": {
		nil,
		[]string{
			"get 'n@', to: 'a#b', as: :named",
			"get 'has@', to: 'a#b' if has_named_route?(:named)",
			"get 'has@', to: 'a#b' unless has_named_route?(:named)",
			"get :named, to: 'a#b'",
			"concern(:c) { get 'c@', to: 'a#b' }",
			"resources(:things, only: [], path: '@', as: '@s') { concerns :c }",
			"class ActionDispatch::Routing::Mapper; def namespace(name, &block) = scope(\"own-#{name}@\", &block); end",
			"namespace(:sub@) { get 'x', to: 'a#b' }",
		},
		"", nil,
	},
	"inflections": {
		nil,
		[]string{
			"ActiveSupport::Inflector.inflections { |i| i.uncountable 'cow' }",
			"ActiveSupport::Inflector.inflections { |i| i.irregular 'cow', 'kine' }",
			"resources(:cows, only: :show, path: '@')",
			"get 'infl@', to: 'a#b', defaults: { x: 'cow'.pluralize, y: 'cows'.singularize }",
		},
		"", nil,
	},
	"route sets": {
		nil,
		[]string{
			"Rails.application.routes.append { get 'app@', to: 'a#b' }",
			"Rails.application.routes.prepend { get 'pre@', to: 'a#b' }",
			"Rails.application.routes.draw { get 'd@', to: 'a#b' }",
			"Rails.application.routes.default_scope = { module: 'm@' }",
			"Shop::Engine.routes.draw { get 'e@', to: 'a#b' }",
			"Shop::Engine.routes.append { get 'f@', to: 'a#b' }",
			"Shop::Engine.routes.default_scope = { module: 'shop@' }",
			"mount Shop::Engine, at: '/@'",
			"class Shop::Engine; engine_name 'boutique@'; end",
		},
		"get 'always', to: 'a#b'\nmount Shop::Engine, at: 'always/shop', as: :always_shop\n", nil,
	},
	"URLs": {
		nil,
		[]string{
			"self.default_url_options = { host: 'h@' }",
			"default_url_options[:host] = 'h@'",
			"Rails.application.routes.default_url_options = { host: 'o@' }",
			"Rails.application.routes.default_url_options[:protocol] = 'p@'",
			"direct(:home) { 'x@' }",
			"resolve('Basket') { [:basket@] }",
		},
		"", nil,
	},
}

// unique gives each `@` of a text the same new letter.
func unique(piece string, n *int) string {
	*n++
	return strings.ReplaceAll(piece, "@", string(rune('a'+*n-1)))
}

// statePrograms are programs of which a condition decides on one of the pieces, or
// on which of two.
func statePrograms(a, b string) map[string]string {
	n := 0
	next := func(piece string) string { return unique(piece, &n) }
	return map[string]string{
		"before": "if Settings.a?\n" + next(a) + "\nend\n" + next(b),
		"after":  next(b) + "\nunless Settings.a?\n" + next(a) + "\nend\n" + next(b),
		"sides":  "if Settings.a?\n" + next(a) + "\nelse\n" + next(b) + "\nend\n" + next(a),
		"jump":   next(a) + "\nnext if Settings.a?\n" + next(b) + "\n" + next(a),
		"thrown": "catch(:x) do\n" + next(a) + "\nthrow :x unless Settings.a?\n" + next(b) + "\nend\n" + next(a),
		"rows":   next(a) + "\nif Settings.a?\n" + next(a) + "\n" + next(b) + "\nend\n" + next(b),
		"case":   "case\nwhen Settings.a?\n" + next(a) + "\nelse\n" + next(b) + "\nend\n" + next(a) + "\n" + next(b),
		"value":  "case Settings.a?\nwhen true\n" + next(a) + "\nend\n" + next(b),
		"and":    "Settings.a? && begin\n" + next(a) + "\nend\n" + next(b) + "\n" + next(a),
		"choice": "(Settings.a? ? begin\n" + next(a) + "\nend : begin\n" + next(b) + "\nend)\n" + next(b),
		"list":   "[*(1 if Settings.a?)].each do\n" + next(a) + "\nend\n" + next(b),
		"loop":   "(Settings.a? ? [1, 2] : [2]).each do |i|\nif i == 1\n" + next(a) + "\nelse\n" + next(b) + "\nend\nend\n" + next(a),
		"called": "first = lambda do\n" + next(a) + "\nend\nfirst.call unless Settings.a?\n" + next(b),
		"inside": "scope('outer') do\nif Settings.a?\n" + next(a) + "\nend\n" + next(b) + "\nend\n" + next(a),
	}
}

func TestStateUnderConditions(t *testing.T) {
	for name, kind := range stateKinds {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			compareStates(t, kind)
		})
	}
}

// The words of gems that are in no piece are tried as their examples.
func TestStateOfOtherWords(t *testing.T) {
	all := ""
	for _, kind := range stateKinds {
		all += strings.Join(kind.pieces, " ")
	}
	other := stateKind{}
	for _, w := range gems.List() {
		if !strings.Contains(all, w.Name) {
			other.pieces = append(other.pieces, w.Example)
		}
	}
	compareStates(t, other)
}

func compareStates(t *testing.T, kind stateKind) {
	files := map[string]string{"config/routes.rb": ""}
	maps.Copy(files, kind.files)
	dir := application(t, files)
	for i, a := range kind.pieces {
		for j, b := range kind.pieces {
			programs := statePrograms(a, b)
			forms := slices.Sorted(maps.Keys(programs))
			for _, form := range slices.Concat(forms, forms)[(i+2*j)%len(forms):][:2] {
				compareSides(t, dir, form, kind.before+programs[form], kind.open)
			}
		}
	}
}

func compareSides(t *testing.T, dir, form, src string, open []string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, "config/routes.rb"), []byte(head+src+"\nend\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	both, err := Load(dir, Options{})
	for _, yes := range []bool{true, false} {
		settled, failed := Load(dir, Options{Set: map[string]string{"Settings.a?": fmt.Sprint(yes)}})
		if failed != nil {
			continue // Rails refuses this side
		}
		if err != nil {
			t.Errorf("%s, Settings.a? = %v: %v\n%s", form, yes, err, src)
			continue
		}
		answers := []bool{true}
		if len(open) > 0 {
			answers = []bool{false, true}
		}
		for _, answer := range answers {
			c := combination{Values: map[string]any{"Settings.a?": yes}}
			for _, text := range open {
				c.Values[text] = answer
			}
			if saysOfInflections(both) {
				continue
			}
			if diff := cmp.Diff(c.guarded(t, settled), c.guarded(t, both)); diff != "" {
				t.Errorf("%s, Settings.a? = %v (-settled +conditions)\n%s\n%s", form, yes, src, diff)
			}
		}
	}
}

// saysOfInflections tells a table that follows the inflections of one side, and says so.
func saysOfInflections(table *route.Table) bool {
	return slices.ContainsFunc(table.Diagnostics, func(d route.Diagnostic) bool {
		return strings.HasPrefix(d.Summary, "unknown condition ") && strings.Contains(d.Summary, "Settings.a? for inflections: ")
	})
}

// modulesOf asks for the modules of a model.
func modulesOf(model string, modules []string) (questions []string) {
	for _, name := range modules {
		questions = append(questions, model+".devise_modules.include?(:"+name+")")
	}
	return questions
}

// guarded gives the rows whose conditions hold, of the table and its engines, with
// what they ask of visitors.
func (c combination) guarded(t *testing.T, table *route.Table) (rows []string) {
	t.Helper()
	in := dsl.New(dsl.Options{Settle: c.settle})
	for _, table := range table.Tables() {
		for _, r := range table.Routes {
			if !c.hold(t, in, r.Conditions) {
				continue
			}
			line := table.Engine + " " + r.Name + " " + r.Verb() + " " + r.Path.String() + " " + table.Reqs(r)
			for _, v := range r.Callables {
				if s := route.SignInOf(v); s != nil {
					line += " " + s.Demand.String() + " " + s.Scope
				}
			}
			rows = append(rows, line)
		}
	}
	return rows
}

// Helpers that conditions decide on are told, and say so themselves.
func TestHelpersUnderConditions(t *testing.T) {
	table := load(t, head+`
  default_url_options[:host] = "a.example"
  default_url_options[:host] = "b.example" if Settings.a?
  default_url_options[:port] = 3000 if Settings.b?
  direct(:sure) { "x" }
  direct(:home) { "x" } unless Settings.a?
  resolve("Basket") { [:basket] } if Settings.b?
end`)
	var told []string
	for _, d := range table.Diagnostics {
		if d.Severity == route.Note {
			told = append(told, d.Summary)
		}
	}
	slices.Sort(told)
	want := []string{
		"this `direct` exists only if !Settings.a? holds; set it to true or false", "this `resolve` exists only if Settings.b? holds; set it to true or false",
		"unknown condition Settings.a? for default_url_options[:host], shown as a placeholder in URLs; set it to true or false",
		"unknown condition Settings.b? for default_url_options[:port], shown as a placeholder in URLs; set it to true or false",
	}
	if diff := cmp.Diff(want, told); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if len(table.Directs[0].Conditions) != 0 || len(table.Directs[1].Conditions) != 1 || table.Resolves[0].Conditions[0].Text != "Settings.b?" {
		t.Errorf("%+v %+v", table.Directs, table.Resolves)
	}
}

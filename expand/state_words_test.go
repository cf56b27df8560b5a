package expand

import (
	"maps"
	"testing"
)

// What conditions decide in the arguments of words, in their blocks, and in the files
// that the words read: the rows whose conditions hold must be those of the program of
// which the condition is settled, both ways.
func TestWordsUnderConditions(t *testing.T) {
	const lock = "GEM\n  specs:\n    devise (5.0.3)\n    omniauth (2.1.1)\n"
	for name, tt := range map[string]struct {
		files map[string]string
		src   string
	}{
		"include twice": {map[string]string{
			"Gemfile.lock":                lock,
			"app/models/user.rb":          "class User < ApplicationRecord\n  include Auth if Settings.a?\n  include Auth\n  devise :database_authenticatable\nend",
			"app/models/concerns/auth.rb": "module Auth\n  extend ActiveSupport::Concern\n  included { devise :confirmable }\nend",
		}, "devise_for :users"},
		"include sides": {map[string]string{
			"Gemfile.lock":                lock,
			"app/models/user.rb":          "class User < ApplicationRecord\n  if Settings.a?\n include Auth\n include B\nelse\n include B\n include Auth\nend\nend",
			"app/models/concerns/b.rb":    "module B\n  extend ActiveSupport::Concern\n  included { devise :lockable }\nend",
			"app/models/concerns/auth.rb": "module Auth\n  extend ActiveSupport::Concern\n  included { devise :confirmable }\nend",
		}, "devise_for :users"},
		"devise in routes": {map[string]string{
			"Gemfile.lock":       lock,
			"app/models/user.rb": "class User < ApplicationRecord\n  devise :database_authenticatable\nend",
		}, "Devise.sign_out_via = :get if Settings.a?\ndevise_for :users"},
		"patch": {map[string]string{
			"Gemfile.lock":                lock,
			"app/models/user.rb":          "class User < ApplicationRecord\n  devise :database_authenticatable\nend",
			"config/initializers/x.rb":    "User.class_eval { devise :confirmable } if Settings.a?\nif Settings.a?\nUser.include(Auth)\nend\nUser.include(Auth)",
			"app/models/concerns/auth.rb": "module Auth\n  extend ActiveSupport::Concern\n  included { devise :lockable }\nend",
		}, "devise_for :users"},
		"add_module order": {map[string]string{
			"Gemfile.lock":             lock,
			"app/models/user.rb":       "class User < ApplicationRecord\n  devise :database_authenticatable, :own\nend",
			"config/initializers/x.rb": "Devise.add_module :own, route: {session: [nil, :new]}, insert_at: (Settings.a? ? 0 : 3)",
		}, "devise_for :users"},
		"add_module sides": {map[string]string{
			"Gemfile.lock":             lock,
			"app/models/user.rb":       "class User < ApplicationRecord\n  devise :database_authenticatable, :own\nend",
			"config/initializers/x.rb": "if Settings.a?\nDevise.add_module :own, route: :confirmation\nelse\nDevise.add_module :own, route: :unlock\nend",
		}, "devise_for :users"},
		"jsonapi include twice": {map[string]string{
			"app/resources/post_resource.rb":    "class PostResource < JSONAPI::Resource\n  include Auth if Settings.a?\n  include Auth\nend",
			"app/resources/concerns/auth.rb":    "module Auth\n  extend ActiveSupport::Concern\n  included { has_many :comments }\nend",
			"app/resources/comment_resource.rb": "class CommentResource < JSONAPI::Resource\nend",
		}, "jsonapi_resources :posts"},
		"admin loop": {map[string]string{
			"app/admin/x.rb": "[Post, *(Tag if Settings.a?)].each { |k| ActiveAdmin.register(k) { actions :index } }\nActiveAdmin.register(Tag) { actions :all, except: [:destroy] }\nActiveAdmin.setup { |c| c.batch_actions = Settings.a? }",
		}, "ActiveAdmin.routes(self)"},
		"admin namespace": {map[string]string{
			"config/initializers/active_admin.rb": "ActiveAdmin.setup do |c|\n c.default_namespace = case\n when Settings.a? then :boss\n else false\n end\n c.root_to = 'x#y' if Settings.a?\n c.namespace(:boss) { |n| n.root_to = 'q#r' }\nend",
			"app/admin/x.rb":                      "ActiveAdmin.register(Post)",
		}, "ActiveAdmin.routes(self)\ndevise_for :admin_users, ActiveAdmin::Devise.config"},
		"omniauth": {map[string]string{
			"Gemfile.lock":        lock,
			"app/models/user.rb":  "class User < ApplicationRecord\n  devise :omniauthable, omniauth_providers: [:x, *(:y if Settings.a?)]\nend",
			"app/models/admin.rb": "class Admin < ApplicationRecord\n  devise :omniauthable, omniauth_providers: (Settings.a? ? %i[z] : [])\nend",
		}, "devise_for :users\ndevise_for :admins, skip: (Settings.a? ? [] : [:omniauth_callbacks])"},
		"devise options": {map[string]string{
			"Gemfile.lock":       lock,
			"app/models/user.rb": "class User < ApplicationRecord\n  devise :database_authenticatable, :registerable\nend",
		}, "opts = { path: 'x', controllers: { sessions: 'my/s' } }\nopts[:controllers][:registrations] = 'my/r' if Settings.a?\nopts[:skip] = [:sessions] unless Settings.a?\nopts[:path_names] = { sign_in: 'in' } if Settings.a?\nopts[:sign_out_via] = Settings.a? ? :get : [:delete, :post]\nopts.delete(:path) if Settings.a?\ndevise_for :users, **opts\n[:user, *(:admin if Settings.a?)].each { |s| authenticate(s) { get \"p#{s}\", to: 'a#b' } }\ndevise_scope(Settings.a? ? :user : :admin) { get 'q', to: 'a#b' }"},
		"devise names": {map[string]string{
			"Gemfile.lock":        lock,
			"app/models/user.rb":  "class User < ApplicationRecord\n  devise :database_authenticatable\nend",
			"app/models/admin.rb": "class Admin < ApplicationRecord\n  devise :confirmable\nend",
		}, "devise_for(*(Settings.a? ? [:admins, :users] : [:users, :admins]))\nauthenticate { get 'x', to: 'a#b' }\nauthenticated { get 'y', to: 'a#b' }"},
		"devise names 2": {map[string]string{
			"Gemfile.lock":        lock,
			"app/models/user.rb":  "class User < ApplicationRecord\n  devise :database_authenticatable\nend",
			"app/models/admin.rb": "class Admin < ApplicationRecord\n  devise :confirmable\nend",
		}, "devise_for((Settings.a? ? :admins : :users), path: 'x')\nauthenticate { get 'x', to: 'a#b' }\nauthenticated { get 'y', to: 'a#b' }"},
		"devise_for class": {map[string]string{
			"Gemfile.lock":        lock,
			"app/models/user.rb":  "class User < ApplicationRecord\n  devise :database_authenticatable\nend",
			"app/models/admin.rb": "class Admin < ApplicationRecord\n  devise :confirmable\nend",
		}, "devise_for :users, class_name: Settings.a? ? 'Admin' : 'User'\ndevise_for :x, singular: (Settings.a? ? :y : :z), class_name: 'User', path_prefix: ('p' if Settings.a?), module: Settings.a? ? :m : 'devise'\nauthenticate(:y) { get 'x', to: 'a#b' }"},
		"doorkeeper lambda": {nil, "use_doorkeeper do\n  x = Settings.a? ? { tokens: 'a/b' } : {}\n  controllers(**x)\n  skip_controllers(*[:applications].select { Settings.a? })\n  %i[authorizations].each { |n| controllers n => 'q/r' if Settings.a? }\n case\n when Settings.a? then as tokens: 'mine'\n end\nend"},
		"concern":           {nil, "concern(:x) { get 'one', to: 'a#b', as: nil }\nif Settings.a?\nconcern(:x) { get 'two', to: 'a#b', as: nil }\nend\nconcerns :x\nscope('z') { concerns :x }"},
		"versionist":        {nil, "api_version(module: 'V1', header: { name: 'A', value: 'v1' }, default: true) { get 'x', to: 'a#b' } if Settings.a?\napi_version(module: 'V2', path: { value: Settings.a? ? 'v2' : 'v3' }, default: !Settings.a?) { get 'y', to: 'a#b' }"},
		"blacklight":        {map[string]string{"Gemfile.lock": "GEM\n  specs:\n    blacklight (7.0.1)\n"}, "concern :searchable, (Settings.a? ? Blacklight::Routes::Searchable.new : Blacklight::Routes::Exportable.new)\nresource(:catalog, only: [:index], as: 'catalog', path: '/catalog', controller: 'catalog') { concerns :searchable }"},
		"localized":         {map[string]string{"config/initializers/i18n.rb": "I18n.available_locales = [:en, :fr]\nI18n.default_locale = :fr\nRouteTranslator.config { |c| c.hide_locale = Settings.a?\n c.host_locales = { 'x.com' => :fr } if Settings.a? }"}, "localized { get 'x', to: 'a#b' }"},
		"locales":           {map[string]string{"config/initializers/i18n.rb": "I18n.available_locales = [:en, :fr]\nRouteTranslator.config { |c| c.available_locales = [:en, *(:fr if Settings.a?)] }"}, "localized { get 'x', to: 'a#b' }"},
		"apiguard":          {map[string]string{"app/models/user.rb": "class User < ApplicationRecord\n api_guard_associations(**(Settings.a? ? {refresh_token: 'r'} : {}))\n api_guard_associations refresh_token: 'rs' if Settings.a?\nend"}, "api_guard_routes for: 'users', except: [*(:passwords if Settings.a?)]\napi_guard_routes for: 'users', as: 'k', controller: { registration: (Settings.a? ? 'x/r' : 'y/r') } do\nget 'o', to: 'a#b'\nend"},
		"rt hash":           {map[string]string{"config/initializers/i18n.rb": "I18n.available_locales = [:en, :fr]\nRouteTranslator.config do |c|\n c.force_locale = true\nc.locale_param_key = Settings.a? ? :l : :locale\nend"}, "localized { get 'x', to: 'a#b' }"},
		"scope merge":       {nil, "x = Settings.a? ? { v: 2 } : {}\nscope(defaults: { v: 1 }) { scope(defaults: x) { get 'a', to: 'a#b' } }\nscope(constraints: { id: /1/ }) { scope(constraints: Settings.a? ? { id: /2/ } : {}) { get 'b/:id', to: 'a#b' } }\ndefaults(v: 1) { defaults(**x) { get 'c', to: 'a#b', defaults: x } }\nscope(path_names: { new: 'neu' }) { scope(path_names: Settings.a? ? { new: 'nov' } : {}) { resources :q, only: :new } }\nscope(v: 1) { scope(**x) { get 'd', to: 'a#b' } }\nscope(only: :index) { scope(**(Settings.a? ? { only: :show } : {})) { resources :z } }"},
		"hyrax":             {map[string]string{"config/initializers/hyrax.rb": "Hyrax.config do |c|\n [:book, *(:image if Settings.a?)].each { |k| c.register_curation_concern k }\nend"}, "curation_concerns_basic_routes\nconcerns_to_route.each { |k| namespaced_resources k, only: :show, as: \"z_#{k}\", path: \"z_#{k}\" }\nnamespaced_resources((Settings.a? ? 'a/b' : 'c'), path: 'k')\nnamespaced_resources 'q/r/s', Settings.a? ? { only: :index } : {} do\nget 'in', to: 'a#b' if Settings.a?\nend"},
		"passwordless":      {nil, "passwordless_for (Settings.a? ? :users : :admins), **(Settings.a? ? { at: '/' } : { as: :auth, controller: 'x' })"},
		"sitepress":         {nil, "sitepress_pages(**(Settings.a? ? { root: true } : { as: :p }))\nsitepress_root"},
		"apipie":            {map[string]string{"config/initializers/apipie.rb": "Apipie.configure do |c|\n c.doc_base_url = Settings.a? ? '/a' : '/b'\nc.api_base_url = '/x'\nend"}, "apipie"},
		"jsonapi": {map[string]string{
			"app/resources/post_resource.rb":    "class PostResource < JSONAPI::Resource\n  [:comments, *(:tags if Settings.a?)].each { |k| has_many k }\n has_one :author, **(Settings.a? ? { class_name: 'Comment' } : {})\nend",
			"app/resources/tag_resource.rb":     "class TagResource < JSONAPI::Resource\nend",
			"app/resources/author_resource.rb":  "class AuthorResource < JSONAPI::Resource\nend",
			"app/resources/comment_resource.rb": "class CommentResource < JSONAPI::Resource\nend",
		}, "jsonapi_resources :posts, **(Settings.a? ? { only: [:index], path: 'q' } : { except: [:destroy] })\njsonapi_resources :comments do\n jsonapi_related_resources(:x) if Settings.a?\nend"},
		"wash":          {nil, "wash_out (Settings.a? ? :a : :b)\nmount_griddler(*('/m' if Settings.a?))\nmount_opro_oauth(Settings.a? ? { except: [:docs, :tests] } : { controllers: { oauth_docs: 'x' } })\nmount_roboto if Settings.a?"},
		"bbb":           {nil, "bigbluebutton_routes :default, **(Settings.a? ? { scope: 'w', only: ['rooms'] } : { only: %w[servers], controllers: { servers: 'q' } })\nbigbluebutton_routes(Settings.a? ? :room_matchers : :user_matchers) "},
		"avo":           {nil, "mount_avo(**(Settings.a? ? { at: '/x' } : {})) { get 'q', to: 'a#b' if Settings.a? }"},
		"health":        {nil, "[*('a' if Settings.a?), 'b'].each { |p| health_check_routes p }\nadd_health_check_routes"},
		"scaffold":      {nil, "resources :a do\n as_routes if Settings.a?\nend\nconcern :s, ActiveScaffold::Routing::Basic.new(association: Settings.a?)\nresources(:b) { concerns :s }\nresources(:clubs) { as_nested_resources :players, **(Settings.a? ? { only: [:index] } : {})\nas_scoped_routes(*(:x if Settings.a?), :y) }"},
		"omniauth path": {map[string]string{"Gemfile.lock": lock, "app/models/user.rb": "class User < ApplicationRecord\n devise :omniauthable, omniauth_providers: [:x]\nend\n", "app/models/admin.rb": "class Admin < ApplicationRecord\n devise :database_authenticatable\nend\n", "config/initializers/devise.rb": "Devise.setup do |c|\n c.omniauth_path_prefix = '/in' if Settings.a?\n c.sign_out_via = case\n when Settings.a? then :get\n else [:post, :delete]\n end\n c.router_name = :x if Settings.a?\nend"}, "devise_for :users, path: (Settings.a? ? '' : 'u'), path_names: { sign_in: Settings.a? ? 'in' : 'on' }, controllers: { omniauth_callbacks: (Settings.a? ? 'q' : 'r') }\ndevise_for :admins, constraints: Settings.a? ? { host: 'a' } : {}, defaults: Settings.a? ? { format: :json } : {}"},
		"token auth": {map[string]string{
			"Gemfile.lock": lock + "    devise_token_auth (1.2.5)\n", "app/models/user.rb": "class User < ApplicationRecord\n  devise :database_authenticatable, :omniauthable\n devise :confirmable if Settings.a?\nend",
			"config/initializers/dta.rb": "DeviseTokenAuth.setup { |c| c.omniauth_prefix = '/om' if Settings.a? }",
		}, "mount_devise_token_auth_for 'User', at: (Settings.a? ? 'a' : 'b'), skip: (Settings.a? ? [:passwords] : []), controllers: { sessions: 'x/s' }.merge(Settings.a? ? { registrations: 'x/r' } : {})\nauthenticate { get 'x', to: 'a#b' }"},
	} {
		t.Run(name, func(t *testing.T) {
			files := map[string]string{"config/routes.rb": ""}
			maps.Copy(files, tt.files)
			compareSides(t, application(t, files), name, tt.src, nil)
		})
	}
}

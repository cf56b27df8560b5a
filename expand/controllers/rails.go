package controllers

import (
	_ "embed"
	"strings"
)

//go:embed rails.txt
var railsText string

// railsMethods are what controllers have from Rails, railsMacros what can be called in the
// bodies of their classes; scripts/judge/rails/controllers.rb wrote them.
var railsMethods, railsMacros = func() (methods, macros map[string]bool) {
	methods, macros = map[string]bool{}, map[string]bool{}
	for line := range strings.Lines(railsText) {
		line = strings.TrimSpace(line)
		if name, ok := strings.CutPrefix(line, "."); ok {
			macros[name] = true
		} else if !strings.HasPrefix(line, "#") {
			methods[line] = true
		}
	}
	return methods, macros
}()

// set is a set of words.
func set(text string) map[string]bool {
	all := map[string]bool{}
	for word := range strings.FieldsSeq(text) {
		all[word] = true
	}
	return all
}

// harmlessMacros are those of earlier versions of Rails and of widely used gems that define no
// public methods of instances.
var harmlessMacros = set(`
	before_filter after_filter around_filter prepend_before_filter append_before_filter skip_before_filter skip_after_filter force_ssl caches_page caches_action
	load_and_authorize_resource load_resource authorize_resource check_authorization skip_authorization_check
	skip_load_and_authorize_resource skip_load_resource skip_authorize_resource
	respond_to has_scope stale_when_importmap_changes newrelic_ignore newrelic_ignore_apdex add_breadcrumb wrap_parameters
`)

// harmlessModules are those of Rails and of widely used gems that define no actions.
var harmlessModules = set(`
	Pundit Pundit::Authorization Pagy::Backend Pagy::Method
	ActionController::Live ActionController::MimeResponds ActionController::Cookies ActionController::HttpAuthentication::Basic::ControllerMethods
	ActionController::HttpAuthentication::Token::ControllerMethods ActionController::RequestForgeryProtection ActionController::Helpers
	ActionController::Flash ActionController::ImplicitRender ActionController::Rendering ActionController::Redirecting ActionController::Caching
	ActionController::StrongParameters ActionController::DataStreaming ActionController::Streaming ActionController::ConditionalGet
	ActionView::Helpers::NumberHelper ActionView::Helpers::TextHelper ActionView::Helpers::DateHelper ActionView::Helpers::UrlHelper
	ActionView::Helpers::TagHelper ActionView::Helpers::SanitizeHelper ActionView::RecordIdentifier ActionView::Layouts AbstractController::Translation
	Rails.application.routes.url_helpers ActiveSupport::Rescuable ActiveSupport::Callbacks ActiveStorage::SetCurrent ActiveStorage::Streaming
	Comparable Enumerable ERB::Util
`)

// railsParts are the gems that Rails consists of. What brings controllers depends on one.
var railsParts = set("actioncable actionmailbox actionmailer actionpack actiontext actionview activejob activemodel activerecord activestorage activesupport rails railties")

// withoutControllers are gems that depend on Rails and bring no controllers but those of
// frameworkSpaces: what a new application of Rails 7.0 to 8.1 locks, and what most add.
var withoutControllers = set(`
	actioncable actionmailbox actionmailer actionpack actiontext actionview activejob activemodel activerecord activestorage activesupport rails railties
	action_text-trix cssbundling-rails dockerfile-rails dotenv-rails factory_bot factory_bot_rails globalid importmap-rails jbuilder jsbundling-rails kamal
	kaminari lograge propshaft pundit rails-dom-testing rspec-rails rubocop-rails rubocop-rails-omakase sass-rails sassc-rails shoulda-matchers simple_form
	slim solid_cable solid_cache solid_queue spring sprockets-rails stimulus-rails tailwindcss-rails turbo-rails web-console
`)

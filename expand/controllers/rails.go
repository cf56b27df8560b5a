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

// withoutControllers are gems that bring no controllers but those of frameworkSpaces: what a
// new application of Rails 7.0 to 8.1 locks.
var withoutControllers = set(`
	actioncable actionmailbox actionmailer actionpack actiontext actionview activejob activemodel activerecord activestorage activesupport
	action_text-trix addressable ast base64 bcrypt bcrypt_pbkdf benchmark bigdecimal bindex bootsnap brakeman builder bundler-audit byebug capybara
	childprocess concurrent-ruby connection_pool crass cssbundling-rails cuprite date debug dockerfile-rails dotenv dotenv-rails drb ed25519 erb error_highlight erubi
	et-orbi factory_bot factory_bot_rails faker ffi foreman fugit globalid i18n image_processing importmap-rails io-console irb jbuilder
	jsbundling-rails json kamal language_server-protocol letter_opener lint_roller listen logger loofah lograge mail marcel matrix method_source
	mini_magick mini_mime mini_portile2 minitest mocha mono_logger msgpack multi_json mutex_m mysql2 net-imap net-pop net-protocol net-scp net-sftp net-smtp
	net-ssh nio4r nokogiri openssl ostruct parallel parser pg pp prettyprint prettier_print propshaft pry pry-rails psych public_suffix puma raabro racc rack
	rack-cors rack-mini-profiler rack-session rack-test rackup rails rails-dom-testing rails-html-sanitizer railties rainbow rake rb-fsevent rb-inotify rdoc redis
	redis-client regexp_parser reline request_store rexml rspec rspec-core rspec-expectations rspec-mocks rspec-rails rspec-support rubocop rubocop-ast rubocop-minitest
	rubocop-performance rubocop-rails rubocop-rails-omakase rubocop-rspec ruby-progressbar ruby-vips ruby2_keywords rubyzip sass-rails sassc sassc-rails securerandom
	selenium-webdriver shoulda-matchers simplecov simplecov-html simplecov_json_formatter solid_cable solid_cache solid_queue spring sprockets sprockets-rails
	sqlite3 sshkit stimulus-rails stringio tailwindcss-rails tailwindcss-ruby thor thruster tilt timecop timeout tsort turbo-rails tzinfo tzinfo-data
	unicode-display_width unicode-emoji uri useragent vcr warning web-console webdrivers webmock webrick websocket websocket-driver websocket-extensions
	xpath zeitwerk pundit cancancan pagy kaminari will_paginate sidekiq aws-sdk-s3 hashdiff tempfile simple_form haml slim oj
`)

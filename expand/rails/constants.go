// Package rails is what Rails 8.1 itself defines that routes files name, as Ruby: constants of
// Action Dispatch, and the classes of deprecators.
package rails

import "strings"

// Version is the version of Rails that tables follow.
const Version = "8.1.3.1"

// Source returns Ruby whose value is that of a constant of Rails, and the name of the file that
// it stands in; ok is false for constants that are not known:
//
//	Source("ActionDispatch::Routing::SEPARATORS") // "action_dispatch.rb", "%w[/ . ?]", true
func Source(constant string) (file, source string, ok bool) {
	if constant == "ActiveSupport::Deprecation" {
		return "deprecation.rb", deprecationClasses, true
	}
	source, ok = constants[strings.TrimPrefix(constant, "ActionDispatch::")]
	return "action_dispatch.rb", source, ok
}

// constants are those of Action Dispatch, as Rails 8.1 defines them.
var constants = map[string]string{
	"Journey::Route::VerbMatchers::VERBS":               `%w[DELETE GET HEAD OPTIONS LINK PATCH POST PUT TRACE UNLINK]`,
	"Http::Headers::CGI_VARIABLES":                      `Set.new(%w[AUTH_TYPE CONTENT_LENGTH CONTENT_TYPE GATEWAY_INTERFACE HTTPS PATH_INFO PATH_TRANSLATED QUERY_STRING REMOTE_ADDR REMOTE_HOST REMOTE_IDENT REMOTE_USER REQUEST_METHOD SCRIPT_NAME SERVER_NAME SERVER_PORT SERVER_PROTOCOL SERVER_SOFTWARE]).freeze`,
	"Http::Headers::HTTP_HEADER":                        `/\A[A-Za-z0-9-]+\z/`,
	"Http::Parameters::PARAMETERS_KEY":                  `"action_dispatch.request.path_parameters"`,
	"Http::URL::HOST_REGEXP":                            `/(^[^:]+:\/\/)?(\[[^\]]+\]|[^:]+)(?::(\d+$))?/`,
	"Http::URL::IP_HOST_REGEXP":                         `/\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}$/`,
	"Http::URL::PROTOCOL_REGEXP":                        `/^([^:]+)(:)?(\/\/)?$/`,
	"Request::ACTION_DISPATCH_REQUEST_ID":               `"action_dispatch.request_id"`,
	"Request::ENV_METHODS":                              `%w[AUTH_TYPE GATEWAY_INTERFACE PATH_TRANSLATED REMOTE_HOST REMOTE_IDENT REMOTE_USER REMOTE_ADDR SERVER_NAME SERVER_PROTOCOL ORIGINAL_SCRIPT_NAME HTTP_ACCEPT HTTP_ACCEPT_CHARSET HTTP_ACCEPT_ENCODING HTTP_ACCEPT_LANGUAGE HTTP_CACHE_CONTROL HTTP_FROM HTTP_NEGOTIATE HTTP_PRAGMA HTTP_CLIENT_IP HTTP_X_FORWARDED_FOR HTTP_ORIGIN HTTP_VERSION HTTP_X_CSRF_TOKEN HTTP_X_REQUEST_ID HTTP_X_FORWARDED_HOST].freeze`,
	"Request::HTTP_METHODS":                             requestVerbs,
	"Request::HTTP_METHOD_LOOKUP":                       `(` + requestVerbs + `).to_h { |verb| [verb, verb.downcase.tr("-", "_").to_sym] }`,
	"Request::LOCALHOST":                                `Regexp.union([/^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/, /^::1$/, /^0:0:0:0:0:0:0:1(%.*)?$/])`,
	"Request::PARAMETERS_KEY":                           `"action_dispatch.request.path_parameters"`,
	"Request::RFC2518":                                  `%w[PROPFIND PROPPATCH MKCOL COPY MOVE LOCK UNLOCK]`,
	"Request::RFC2616":                                  `%w[OPTIONS GET HEAD POST PUT DELETE TRACE CONNECT]`,
	"Request::RFC3253":                                  `%w[VERSION-CONTROL REPORT CHECKOUT CHECKIN UNCHECKOUT MKWORKSPACE UPDATE LABEL MERGE BASELINE-CONTROL MKACTIVITY]`,
	"Request::RFC3648":                                  `%w[ORDERPATCH]`,
	"Request::RFC3744":                                  `%w[ACL]`,
	"Request::RFC4791":                                  `%w[MKCALENDAR]`,
	"Request::RFC5323":                                  `%w[SEARCH]`,
	"Request::RFC5789":                                  `%w[PATCH]`,
	"Request::TRANSFER_ENCODING":                        `"HTTP_TRANSFER_ENCODING"`,
	"Response::CONTENT_TYPE":                            `"Content-Type"`,
	"Response::NO_CONTENT_CODES":                        `[100, 101, 102, 103, 204, 205, 304]`,
	"Response::SET_COOKIE":                              `"Set-Cookie"`,
	"Routing::HTTP_METHODS":                             `[:get, :head, :post, :patch, :put, :delete, :options]`,
	"Routing::Mapper::CANONICAL_ACTIONS":                `%w[index create new show update destroy]`,
	"Routing::Mapper::Mapping::ANCHOR_CHARACTERS_REGEX": `%r{\A(\\A|\^)|(\\Z|\\z|\$)\Z}`,
	"Routing::Mapper::Mapping::JOINED_SEPARATORS":       `"/.?"`,
	"Routing::Mapper::Mapping::OPTIONAL_FORMAT_REGEX":   `%r{(?:\(\.:format\)+|\.:format|/)\Z}`,
	"Routing::Mapper::RESOURCE_OPTIONS":                 `[:as, :controller, :path, :only, :except, :param, :concerns]`,
	"Routing::Mapper::Resources::CANONICAL_ACTIONS":     `%w[index create new show update destroy]`,
	"Routing::Mapper::Resources::RESOURCE_OPTIONS":      `[:as, :controller, :path, :only, :except, :param, :concerns]`,
	"Routing::Mapper::Resources::VALID_ON_OPTIONS":      `[:new, :collection, :member]`,
	"Routing::Mapper::Scope::OPTIONS":                   `[:path, :shallow_path, :as, :shallow_prefix, :module, :controller, :action, :path_names, :constraints, :shallow, :blocks, :defaults, :via, :format, :options, :to]`,
	"Routing::Mapper::Scope::RESOURCE_METHOD_SCOPES":    `[:collection, :member, :new]`,
	"Routing::Mapper::Scope::RESOURCE_SCOPES":           `[:resource, :resources]`,
	"Routing::Mapper::URL_OPTIONS":                      `[:protocol, :subdomain, :domain, :host, :port]`,
	"Routing::Mapper::VALID_ON_OPTIONS":                 `[:new, :collection, :member]`,
	"Routing::RouteSet::RESERVED_OPTIONS":               `[:host, :protocol, :port, :subdomain, :domain, :tld_length, :trailing_slash, :anchor, :params, :only_path, :script_name, :original_script_name]`,
	"Routing::SEPARATORS":                               `%w[/ . ?]`,
}

const requestVerbs = `%w[OPTIONS GET HEAD POST PUT DELETE TRACE CONNECT PROPFIND PROPPATCH MKCOL COPY MOVE LOCK UNLOCK VERSION-CONTROL REPORT CHECKOUT CHECKIN UNCHECKOUT MKWORKSPACE UPDATE LABEL MERGE BASELINE-CONTROL MKACTIVITY ORDERPATCH ACL SEARCH MKCALENDAR PATCH]`

// deprecationClasses are Rails' deprecators, which warn and else do nothing.
const deprecationClasses = `
module ActiveSupport
  class Deprecation
    attr_accessor :behavior, :debug, :deprecation_horizon, :disallowed_behavior, :disallowed_warnings, :gem_name, :silenced
    def self.silence = yield
    def initialize(deprecation_horizon = "8.2", gem_name = "Rails") = (@deprecation_horizon, @gem_name = deprecation_horizon, gem_name)
    def silence = yield
    def allow(allowed_warnings = :all, **) = yield
    def begin_silence = nil
    def end_silence = nil
    def warn(message = nil, callstack = nil) = silenced ? nil : "DEPRECATION WARNING: #{message}"
    def deprecation_warning(name, message = nil, backtrace = nil) = warn(message || "#{name} is deprecated")
    def deprecate_methods(target, *names, **) = nil

    class Deprecators
      def initialize = @deprecators = {}
      def [](name) = @deprecators[name] ||= Deprecation.new
      def []=(name, deprecator)
        @deprecators[name] = deprecator
      end
      def each(&block) = block ? @deprecators.each_value(&block) : @deprecators.each_value
      def silence = yield
      %i[silenced debug behavior disallowed_behavior disallowed_warnings].each { |name| define_method("#{name}=") { |value| value } }
    end
  end
end
ActiveSupport::Deprecation
`

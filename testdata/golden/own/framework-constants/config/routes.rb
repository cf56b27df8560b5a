# Constants of Action Dispatch by their values; deprecators, which run their blocks.
Rails.application.routes.draw do
  [
    ActionDispatch::Journey::Route::VerbMatchers::VERBS,
    ActionDispatch::Http::Headers::CGI_VARIABLES,
    ActionDispatch::Http::Headers::HTTP_HEADER,
    ActionDispatch::Http::Parameters::PARAMETERS_KEY,
    ActionDispatch::Http::URL::HOST_REGEXP,
    ActionDispatch::Http::URL::IP_HOST_REGEXP,
    ActionDispatch::Http::URL::PROTOCOL_REGEXP,
    ActionDispatch::Request::ACTION_DISPATCH_REQUEST_ID,
    ActionDispatch::Request::ENV_METHODS,
    ActionDispatch::Request::HTTP_METHODS,
    ActionDispatch::Request::HTTP_METHOD_LOOKUP,
    ActionDispatch::Request::LOCALHOST,
    ActionDispatch::Request::PARAMETERS_KEY,
    ActionDispatch::Request::RFC2518,
    ActionDispatch::Request::RFC2616,
    ActionDispatch::Request::RFC3253,
    ActionDispatch::Request::RFC3648,
    ActionDispatch::Request::RFC3744,
    ActionDispatch::Request::RFC4791,
    ActionDispatch::Request::RFC5323,
    ActionDispatch::Request::RFC5789,
    ActionDispatch::Request::TRANSFER_ENCODING,
    ActionDispatch::Response::CONTENT_TYPE,
    ActionDispatch::Response::NO_CONTENT_CODES,
    ActionDispatch::Response::SET_COOKIE,
    ActionDispatch::Routing::HTTP_METHODS,
    ActionDispatch::Routing::Mapper::CANONICAL_ACTIONS,
    ActionDispatch::Routing::Mapper::Mapping::ANCHOR_CHARACTERS_REGEX,
    ActionDispatch::Routing::Mapper::Mapping::JOINED_SEPARATORS,
    ActionDispatch::Routing::Mapper::Mapping::OPTIONAL_FORMAT_REGEX,
    ActionDispatch::Routing::Mapper::RESOURCE_OPTIONS,
    ActionDispatch::Routing::Mapper::Resources::CANONICAL_ACTIONS,
    ActionDispatch::Routing::Mapper::Resources::RESOURCE_OPTIONS,
    ActionDispatch::Routing::Mapper::Resources::VALID_ON_OPTIONS,
    ActionDispatch::Routing::Mapper::Scope::OPTIONS,
    ActionDispatch::Routing::Mapper::Scope::RESOURCE_METHOD_SCOPES,
    ActionDispatch::Routing::Mapper::Scope::RESOURCE_SCOPES,
    ActionDispatch::Routing::Mapper::URL_OPTIONS,
    ActionDispatch::Routing::Mapper::VALID_ON_OPTIONS,
    ActionDispatch::Routing::RouteSet::RESERVED_OPTIONS,
    ActionDispatch::Routing::SEPARATORS,
  ].each_with_index { |value, i| get "constant#{i}/#{value.inspect.size}/#{value.inspect.each_byte.with_index.sum { |b, at| b * (at + 1) }}", to: "constants#show" }
  match "but_get", to: "verbs#but_get", via: ActionDispatch::Routing::HTTP_METHODS - [:get]
  match "all", to: "verbs#all", via: ActionDispatch::Routing::HTTP_METHODS
  match "dav", to: "verbs#dav", via: ActionDispatch::Request::RFC2518.map { |verb| ActionDispatch::Request::HTTP_METHOD_LOOKUP[verb] }
  get "ip", to: "hosts#ip", constraints: { host: ActionDispatch::Http::URL::IP_HOST_REGEXP }
  ActionDispatch.deprecator.silence { get "silenced", to: "old#silenced" }
  get ActionDispatch.deprecator.silence { "value" }, to: "old#value"
  ActionDispatch.deprecator.silence do
    resources :posts, only: :index do
      ActionDispatch.deprecator.allow { get :old, on: :member }
      ActionDispatch.deprecator.allow(["x"], if: false) { get :older, on: :member }
    end
  end
  ActiveSupport::Deprecation.new("2.0", "Mine").silence { get "mine", to: "old#mine" }
  get "warned", to: "old#warned" unless ActionDispatch.deprecator.warn("is told")
  deprecator = ActiveSupport::Deprecation.new("3.0", "Shop")
  deprecator.silenced = true
  get "#{deprecator.gem_name}/#{deprecator.deprecation_horizon}/#{deprecator.silenced}", to: "old#parts"
end

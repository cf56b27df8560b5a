# Opro: Mapper#mount_opro_oauth, as of 0.5.
#
# module: Opro
# newest: 0.5.0
# since: 0.5
# word: mount_opro_oauth
#   Maps the endpoints of an OAuth 2 provider.
#   mount_opro_oauth except: :docs

class ActionDispatch::Routing::Mapper
  def gem_mount_opro_oauth(options = {})
    skipped = options[:except].is_a?(Array) ? options[:except] : [options[:except]]
    controllers = options[:controllers] || {}

    get "oauth/new" => "#{controllers[:oauth_new] || "opro/oauth/auth"}#new", as: "oauth_new"
    post "oauth/authorize" => "opro/oauth/auth#create", as: "oauth_authorize"
    post "oauth/token" => "opro/oauth/token#create", as: "oauth_token"
    resources :oauth_client_apps, controller: controllers[:oauth_client_apps] || "opro/oauth/client_app" unless skipped.include?(:client_apps)
    resources :oauth_docs, controller: controllers[:oauth_docs] || "opro/oauth/docs", only: [:index, :show] unless skipped.include?(:docs)
    resources :oauth_tests, controller: controllers[:oauth_tests] || "opro/oauth/tests", only: [:index, :show, :create, :destroy] unless skipped.include?(:tests)
  end
end

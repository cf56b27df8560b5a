# Doorkeeper: Rails::Routes with its Mapping and Mapper, as of 4.2.
module Doorkeeper
  def self.since?(version) = Gem::Version.new(VERSION) >= Gem::Version.new(version)

  module Rails
    class Routes
      # The self of the block, and what it says.
      class Mapper
        def initialize(routes, controllers, as)
          @routes = routes
          @controllers = controllers
          @as = as
          @skips = []
        end

        def controllers(names = {}) = @controllers.merge!(@routes.gem_known(names))
        def as(names = {}) = @as.merge!(@routes.gem_known(names))
        def skip_controllers(*names) = @skips = @routes.gem_known(names)

        def map(name)
          @as[name].then { |as| yield @controllers[name], as } unless @skips.include?(name)
        end
      end
    end
  end
end

class ActionDispatch::Routing::Mapper
  def gem_use_doorkeeper(options = {}, &block)
    controllers = %i[authorizations applications authorized_applications tokens token_info metadata].to_h { |name| [name, "doorkeeper/#{name}"] }
    mapping = Doorkeeper::Rails::Routes::Mapper.new(self, controllers, { authorizations: :authorization, tokens: :token, token_info: :token_info })
    mapping.instance_eval(&block) if block
    gem_text(gem_known(options)[:scope], "oauth").then do |path|
      scope(path, as: "oauth") { doorkeeper_endpoints(mapping) }
    end
    mapping.map(:metadata) { |controller| get ".well-known/oauth-authorization-server", controller: controller, action: :show } if Doorkeeper.since?("6.a")
  end

  def doorkeeper_endpoints(mapping)
    mapping.map(:authorizations) do |controller, as|
      resource :authorization, path: "authorize", only: [:create, :destroy], as: as, controller: controller do
        (doorkeeper_native? ? "/:code" : "/native").then { |path| get path, action: :show, on: :member }
        get "/", action: :new, on: :member
      end
    end
    mapping.map(:tokens) do |controller, as|
      resource :token, path: "token", only: [:create], as: as, controller: controller
      post "revoke", controller: controller, action: :revoke
      post "introspect", controller: controller, action: :introspect if doorkeeper_introspects?
    end
    unless Doorkeeper.since?("5") && !Doorkeeper.since?("5.5") && Doorkeeper.configuration.api_only
      mapping.map(:applications) { |controller| resources :doorkeeper_applications, controller: controller, as: :applications, path: "applications" }
      mapping.map(:authorized_applications) { |controller| resources :authorized_applications, only: [:index, :destroy], controller: controller }
    end
    mapping.map(:token_info) do |controller, as|
      resource :token_info, path: "token/info", only: [:show], as: as, controller: controller
    end
  end

  def doorkeeper_native?
    return true unless Doorkeeper.since?("4.3")

    asked = Doorkeeper.since?("5.6.1") || Doorkeeper.since?("4.4.3") && !Doorkeeper.since?("5")
    asked && Doorkeeper.configuration.use_url_path_for_native_authorization
  end

  def doorkeeper_introspects? = Doorkeeper.since?("5.5") ? Doorkeeper.configuration.allow_token_introspection : Doorkeeper.since?("4.3")
end

# Doorkeeper: Rails::Routes with its Mapping and Mapper, as of 4.2.
#
# module: Doorkeeper
# newest: 5.9.6
# settings: Doorkeeper.configuration
# word: use_doorkeeper
#   Maps the OAuth 2 endpoints.
#   use_doorkeeper { skip_controllers :applications }

module Doorkeeper
  def self.since?(version) = Gem::Version.new(VERSION) >= Gem::Version.new(version)

  class Config
    # What the block of Doorkeeper.configure says. A lambda is asked at each request.
    class Builder
      def initialize(settings)
        @settings = settings
      end

      def allow_token_introspection(value = true) = @settings[:allow_token_introspection] = value ? true : false
      def use_url_path_for_native_authorization(value = true) = @settings[:use_url_path_for_native_authorization] = value ? true : false
      def api_only(value = true) = @settings[:api_only] = value ? true : false
      def dynamic_client_registration(value = true) = @settings[:dynamic_client_registration] = value ? true : false
      def opt_out_native_route_change(*) = @settings[:use_url_path_for_native_authorization] = true
    end
  end

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

        def controllers(names = {}) = @controllers.merge!(Signalbox.known(names))
        def as(names = {}) = @as.merge!(Signalbox.known(names))
        def skip_controllers(*names) = @skips = Signalbox.known(names)

        def map(name)
          @as[name].then { |as| yield @controllers[name], as } unless @skips.include?(name)
        end
      end
    end
  end
end

Signalbox.changed "Doorkeeper::Rails::Routes", "the application changes Doorkeeper::Rails::Routes: the routes of use_doorkeeper may differ; check them by hand"
Signalbox.settings Doorkeeper::Config::Builder, :instance_eval, "Doorkeeper::OpenidConnect",
                   allow_token_introspection: [:decision, true], use_url_path_for_native_authorization: [:decision, false],
                   api_only: [:decision, false], dynamic_client_registration: [:decision, false]

class ActionDispatch::Routing::Mapper
  def gem_use_doorkeeper(options = {}, &block)
    controllers = %i[authorizations applications authorized_applications tokens token_info metadata].to_h { |name| [name, "doorkeeper/#{name}"] }
    mapping = Doorkeeper::Rails::Routes::Mapper.new(self, controllers, { authorizations: :authorization, tokens: :token, token_info: :token_info })
    mapping.instance_eval(&block) if block
    Signalbox.text(Signalbox.known(options)[:scope], "oauth").then do |path|
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

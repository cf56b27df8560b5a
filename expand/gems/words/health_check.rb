# health_check: Mapper#health_check_routes and add_health_check_routes, and the engine's config/routes.rb.
#
# module: HealthCheck
# newest: 3.1.0
# settings: HealthCheck
# word: health_check_routes
#   Maps the health check where the application wants it.
#   health_check_routes "healthy"
# word: add_health_check_routes
#   Maps the health check once more.
#   add_health_check_routes "live"

Signalbox.settings uri: [:text, "health_check"]

module HealthCheck
  mattr_accessor :uri, default: configuration.uri
  mattr_accessor :routes_explicitly_defined

  def self.setup = yield(self)
end

class ActionDispatch::Routing::Mapper
  def gem_health_check_routes(prefix = nil)
    HealthCheck.routes_explicitly_defined = true
    gem_add_health_check_routes(prefix)
  end

  def gem_add_health_check_routes(prefix = nil)
    HealthCheck.uri = Signalbox.text(prefix, HealthCheck.uri)
    target = { controller: "health_check/health_check", action: :index }
    target = { to: "health_check/health_check#index" } if Gem::Version.new(HealthCheck::VERSION) < Gem::Version.new("3")
    HealthCheck.uri.then do |uri|
      match "#{uri}(/:checks)(.:format)", **target, via: [:get, :post], defaults: { format: "txt" }
    end
  end

  def gem_framework_health
    gem_add_health_check_routes unless HealthCheck.routes_explicitly_defined
  end
end

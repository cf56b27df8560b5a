# Doorkeeper OpenID Connect: Rails::Routes, as of 1.5.
#
# module: Doorkeeper::OpenidConnect
# newest: 1.10.5
# needs: doorkeeper
# word: use_doorkeeper_openid_connect
#   Maps the OpenID Connect endpoints.
#   use_doorkeeper_openid_connect

module Doorkeeper
  module OpenidConnect
    module Rails
      class Routes
        class Mapper < Doorkeeper::Rails::Routes::Mapper
        end
      end
    end
  end
end

class ActionDispatch::Routing::Mapper
  def gem_use_doorkeeper_openid_connect(options = {}, &block)
    names = %i[userinfo discovery dynamic_client_registration]
    version = Gem::Version.new(Doorkeeper::OpenidConnect::VERSION)
    mapping = Doorkeeper::OpenidConnect::Rails::Routes::Mapper.new(
      self, names.to_h { |name| [name, "doorkeeper/openid_connect/#{name}"] }, names.to_h { |name| [name, name] }
    )
    mapping.instance_eval(&block) if block
    Signalbox.text(Signalbox.known(options)[:scope], "oauth").then do |path|
      scope(path, as: "oauth") { openid_endpoints(mapping, version) }
    end
    scope(as: "oauth") do
      openid_scope(mapping, :discovery, path: ".well-known") do
        get :provider, path: "openid-configuration"
        get :provider, path: "oauth-authorization-server" if version >= Gem::Version.new("1.8.1")
        get :webfinger
      end
    end
  end

  def openid_endpoints(mapping, version)
    openid_scope(mapping, :userinfo) do
      get :show, path: "userinfo", as: ""
      post :show, path: "userinfo", as: nil
    end
    openid_scope(mapping, :discovery, path: "discovery") { get :keys }
    return unless version >= Gem::Version.new("1.9") && Doorkeeper.configuration.dynamic_client_registration

    openid_scope(mapping, :dynamic_client_registration) { post :register, path: "registration", as: "" }
  end

  def openid_scope(mapping, name, **options, &block)
    mapping.map(name) do |controller, as|
      scope(controller: controller, as: as) { scope(**options, &block) }
    end
  end
end

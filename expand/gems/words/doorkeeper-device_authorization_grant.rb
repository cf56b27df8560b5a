# Doorkeeper Device Authorization Grant: Rails::Routes.
#
# module: Doorkeeper::DeviceAuthorizationGrant
# newest: 1.0.3
# needs: doorkeeper
# word: use_doorkeeper_device_authorization_grant
#   Maps the endpoints for devices without a browser.
#   use_doorkeeper_device_authorization_grant

module Doorkeeper
  module DeviceAuthorizationGrant
    module Rails
      class Routes
        class Mapper < Doorkeeper::Rails::Routes::Mapper
          alias controller controllers
          undef_method :controllers
        end
      end
    end
  end
end

class ActionDispatch::Routing::Mapper
  def gem_use_doorkeeper_device_authorization_grant(options = {}, &block)
    names = %i[device_codes device_authorizations]
    mapping = Doorkeeper::DeviceAuthorizationGrant::Rails::Routes::Mapper.new(
      self, names.to_h { |name| [name, "doorkeeper/device_authorization_grant/#{name}"] }, names.to_h { |name| [name, name] }
    )
    mapping.instance_eval(&block) if block
    Signalbox.text(Signalbox.known(options)[:scope], "oauth").then do |path|
      scope(path, as: "oauth") { device_endpoints(mapping) }
    end
  end

  def device_endpoints(mapping)
    mapping.map(:device_codes) do |controller, as|
      scope(controller: controller, as: as) { post :create, path: "authorize_device" }
    end
    mapping.map(:device_authorizations) do |controller, as|
      scope(controller: controller, as: as) do
        get :index, path: "device"
        post :authorize, path: "device"
      end
    end
  end
end

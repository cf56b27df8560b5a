# use_doorkeeper_device_authorization_grant: scope, block.
# oracle: gems doorkeeper, doorkeeper-device_authorization_grant
Rails.application.routes.draw do
  use_doorkeeper_device_authorization_grant
  scope "v2", as: "v2", module: "m" do
    use_doorkeeper_device_authorization_grant(scope: "o") do |mapper|
      mapper.controller device_authorizations: "own/devices"
      as device_codes: :codes
    end
  end
  namespace(:x) { use_doorkeeper_device_authorization_grant { skip_controllers :device_codes } }
end

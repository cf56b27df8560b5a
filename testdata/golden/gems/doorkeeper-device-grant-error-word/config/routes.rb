# It says controller, not controllers.
# oracle: gems doorkeeper, doorkeeper-device_authorization_grant
Rails.application.routes.draw do
  use_doorkeeper_device_authorization_grant do
    controllers device_codes: "x"
  end
end

# allow_token_introspection with a block leaves the route.
# oracle: gems doorkeeper
Rails.application.routes.draw do
  use_doorkeeper { skip_controllers :applications, :authorized_applications }
end

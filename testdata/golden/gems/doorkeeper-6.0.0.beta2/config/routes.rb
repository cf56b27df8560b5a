# use_doorkeeper of doorkeeper 6.0.0.beta2.
# oracle: gems doorkeeper
Rails.application.routes.draw do
  use_doorkeeper
  use_doorkeeper(scope: "x") { skip_controllers :metadata, :applications, :tokens }
end

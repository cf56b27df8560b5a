# use_doorkeeper of doorkeeper 5.5.4.
# oracle: gems doorkeeper
Rails.application.routes.draw do
  use_doorkeeper
  use_doorkeeper(scope: "x") { skip_controllers :metadata, :applications, :tokens }
end

# use_doorkeeper of doorkeeper 5.8.2.
# oracle: gems doorkeeper
Rails.application.routes.draw do
  use_doorkeeper
  use_doorkeeper(scope: "x") { skip_controllers :metadata, :applications, :tokens }
end

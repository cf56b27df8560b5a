# use_doorkeeper of doorkeeper 4.2.6.
# oracle: gems doorkeeper
Rails.application.routes.draw do
  use_doorkeeper
  use_doorkeeper(scope: "x") { skip_controllers :metadata, :applications, :tokens }
end

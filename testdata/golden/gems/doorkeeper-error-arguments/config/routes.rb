# controllers wants a hash.
# oracle: gems doorkeeper
Rails.application.routes.draw do
  use_doorkeeper do
    controllers :x
  end
end

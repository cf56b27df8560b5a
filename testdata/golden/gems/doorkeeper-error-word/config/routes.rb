# A word that the block does not know.
# oracle: gems doorkeeper
Rails.application.routes.draw do
  use_doorkeeper do
    skip :x
  end
end

# defaults with two arguments
Rails.application.routes.draw do
  defaults 1, 2 do
  end
end

# a double splat of an array
Rails.application.routes.draw do
  opts = [:index]
  resources :xs, **opts
end

# the name of a resource given to another path
Rails.application.routes.draw do
  resources :xs, only: :index
  get "ys", to: "ys#index", as: "xs"
end

# an array that is never closed
# at: 4|5|6
Rails.application.routes.draw do
  resources :xs, only: [:index, :show
  get "b", to: "a#b"
end

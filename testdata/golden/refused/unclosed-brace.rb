# a block brace that is never closed
# at: 4|5|6
Rails.application.routes.draw do
  namespace(:admin) { resources :users
  get "b", to: "a#b"
end

# a concern without block fails when used
Rails.application.routes.draw do
  concern :empty
  resources :xs, concerns: :empty
end

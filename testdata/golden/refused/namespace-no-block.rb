# a namespace without a block
Rails.application.routes.draw do
  resources :a, only: :index
  namespace :x
end

# an unknown plural given to on:
Rails.application.routes.draw do
  resources :a, only: :index
  get :x, on: :collections
end

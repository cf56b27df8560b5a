Rails.application.routes.draw do
  namespace :admin do
    resources :posts do
      get :x
    ned
  get "z", to: "y#x"
edn

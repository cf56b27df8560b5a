Rails.application.routes.draw do
  namespace :admin
    resources :posts
  end
  get "a", to: "b#c"
end

Rails.application.routes.draw do
  namespace :admin # the admin's
    resources :posts
  }
  get "y", to: "a#b"
end

Rails.application.routes.draw do
  namespace :admin do
    resources :posts
      member do
        get :x
      end
    end
  end
  get "z", to: "a#b"
end

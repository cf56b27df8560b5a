# member directly inside a namespace in resources
Rails.application.routes.draw do
  resources :xs do
    namespace :n do
      member { get :y }
    end
  end
end

Rails.application.routes.draw do
  resources :a do
    member do
      get :x
  end
  get "b"
end

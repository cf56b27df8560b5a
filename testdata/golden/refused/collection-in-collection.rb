# collection inside a collection
Rails.application.routes.draw do
  resources :xs do
    collection { collection { get :y } }
  end
end

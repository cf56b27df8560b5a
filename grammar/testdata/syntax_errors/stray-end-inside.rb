Rails.application.routes.draw do
  resources :a do
    get :x
  end
  end
  get "y", to: "a#b"
end

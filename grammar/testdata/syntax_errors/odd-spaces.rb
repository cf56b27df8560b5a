Rails.application.routes.draw do
  get "x", to: "a#b"
  resources :posts do
    get "y", on: :member
  end
end 

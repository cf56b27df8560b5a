Rails.application.routes.draw do
  root "posts#index"
  resources :posts, only: %i[index show update]
  namespace(:admin) { resources :tags, only: :show, id: /\d+/ }
  constraints(LocalOnly.new) { get "debug", to: "debug#show" }
  get "old", to: redirect("/posts")
  get "beta", to: "posts#index" if Settings.beta?
end

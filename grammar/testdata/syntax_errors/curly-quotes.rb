Rails.application.routes.draw do
  get “/about us”, to: ‘pages#about’
  resources :posts, only: [:index，:show]
  get "x", to: "a#b" – 1
end

namespace :admin
  resources :posts
end
get "x", to: "a#b"

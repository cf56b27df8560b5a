# Bytes that are no UTF-8.
Rails.application.routes.draw do
  resources :posts, path: "caf\xe9"
end

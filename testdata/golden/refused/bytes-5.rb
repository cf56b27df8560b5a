# Bytes that are no UTF-8.
Rails.application.routes.draw do
  resources :posts, path_names: { new: "caf\xe9" }
end

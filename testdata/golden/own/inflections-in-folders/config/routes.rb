# Initializers lie in folders as well; the files run in the order of their whole names.
Rails.application.routes.draw do
  resources :cactus
  resources :octopi
  resources :octopodes
end

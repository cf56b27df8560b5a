# a capitalised resource names no controller
Rails.application.routes.draw do
  resources :Things
end

# The routes of a booted application, of an API.
# oracle: framework
Rails.application.routes.draw do
  resources :posts, only: :index
  get "up" => "rails/health#show", as: :rails_health_check
end

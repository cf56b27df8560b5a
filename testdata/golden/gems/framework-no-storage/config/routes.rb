# The routes of a booted application, without routes of Active Storage.
# oracle: framework
Rails.application.routes.draw do
  resources :posts, only: :index
  get "up" => "rails/health#show", as: :rails_health_check
end

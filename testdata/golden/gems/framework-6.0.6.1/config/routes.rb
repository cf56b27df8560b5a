# The routes of a booted application, Rails 6.0.6.1.
# oracle: framework
Rails.application.routes.draw do
  resources :posts, only: :index
  get "up" => "rails/health#show", as: :rails_health_check
end

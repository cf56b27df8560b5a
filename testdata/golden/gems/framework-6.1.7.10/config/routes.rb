# The routes of a booted application, Rails 6.1.7.10.
# oracle: framework
Rails.application.routes.draw do
  resources :posts, only: :index
  get "up" => "rails/health#show", as: :rails_health_check
end

# The routes of a booted application, Rails 7.1.6.
# oracle: framework
Rails.application.routes.draw do
  resources :posts, only: :index
  get "up" => "rails/health#show", as: :rails_health_check
end

# The routes of a booted application, that loads some engines of Rails.
# oracle: framework
Rails.application.routes.draw do
  root "a#b"
  resources :posts, only: :index
  get "up" => "rails/health#show", as: :rails_health_check
end

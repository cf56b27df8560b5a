# an array plus nil
Rails.application.routes.draw do
  extra = nil
  resources :xs, only: [:index] + extra
end

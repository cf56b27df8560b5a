# A shop on its way from Rails to Go, see docs/migrating.md. The products are served in Go.
Rails.application.routes.draw do
  root "pages#home"
  resources :products, only: [:index, :show]
  resources :orders, only: [:new, :create, :show]
  get "events", to: "events#index"
end

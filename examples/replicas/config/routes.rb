Rails.application.routes.draw do
  mount GraphQL::Server, at: "/graphql"
  post "webhooks/payments", to: "webhooks#payments"

  resources :orders, only: [:show]
  resource :table, only: [:show, :update]
end

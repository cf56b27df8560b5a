# The paths of the blog. `routes -f examples/blog` prints them.
Rails.application.routes.draw do
  root "posts#index"

  resources :posts, only: %i[index show new create], id: /\d+/ do
    resources :comments, only: :create
  end
  resources :users, only: :show, id: /\d+/ do
    get :photo, on: :member
  end

  get "blog(/:id)", to: redirect { |params, _| params[:id] ? "/posts/#{params[:id]}" : "/posts" }

  post "webhooks/moderation", to: "webhooks#moderation"
  mount GraphQL::Server, at: "/graphql"
  mount Web::Assets, at: "/assets"
end

Rails.application.routes.draw do
  root "home#show"
  resources :posts, only: %i[index show]
  namespace :admin do
    resources :users, only: :show, id: /\d+/ do
      post :mark_as_read, on: :member
    end
  end
  scope "(:locale)", defaults: { locale: "en" } do
    get "pages/*path", to: "pages#show", as: :page
  end
  get "hex/:id", to: "hex#show", as: :hex, id: /\h+/
  match "any", to: "any#call", via: :all, as: :type
  direct(:docs) { "https://docs.example" }
end

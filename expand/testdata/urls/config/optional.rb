# Paths with optional parts, in front, behind and between; see calls.rb.
Rails.application.routes.draw do
  scope "(:locale)" do
    resources :posts do
      resources :comments, only: %i[index show]
    end
    resource :basket, only: %i[show edit]
    get "files/*rest", to: "files#show", as: :file
    get "about", to: "pages#about", as: :about
  end
  scope "(:lang)", lang: /en|de/ do
    resources :users, only: %i[index show]
  end
  scope "(:tier)", defaults: { tier: "free" } do
    resources :plans, only: %i[index show]
  end
  get "x/:a(/:b)", to: "x#y", as: :tail
  get "(:a)/mid/:b(/:c)", to: "x#y", as: :mid
  get "(:a/:b)/pair/:c", to: "x#y", as: :pair
  get "(:a(/:b))/deep/:c", to: "x#y", as: :deep
  get "two/(:a)/(:b)/:c", to: "x#y", as: :two, format: false
  get "must(/:a)/:b.:format", to: "x#y", as: :must
  get "same/(:a)/:b/:a", to: "x#y", as: :same
  get ":locale/need/:id", to: "x#y", as: :need
  get "(:host)/h/:id", to: "x#y", as: :hosted
end

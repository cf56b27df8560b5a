# Names that routes have only where others lack them, and options.
Rails.application.routes.draw do
  get "a", to: "x#y", as: :n if S.a?
  get "n", to: "x#z"
  get "b", to: "x#y" unless has_named_route?(:n)
  resources :posts, only: [:index, (:show if S.b?)].compact
  resources :users, only: (S.c? ? :index : [:index, :new])
  get "c", to: (S.c? ? "x#y" : "x#z")
  options = { to: "x#y" }
  options[:as] = "named" if S.a?
  get "d", **options
  resources(:q, only: [], shallow: S.b?) { resources :r, only: :show }
end

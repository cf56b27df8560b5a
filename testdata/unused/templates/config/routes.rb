# Templates stand for actions: those of the controller's own folder only.
Rails.application.routes.draw do
  get "posts", to: "posts#index"
  get "posts/about", to: "posts#about"
  get "posts/partial", to: "posts#partial"
  get "posts/shared", to: "posts#shared"
  get "articles/index", to: "articles#index"
  get "articles/own", to: "articles#own"
  get "nothing", to: "nothing#index"
end

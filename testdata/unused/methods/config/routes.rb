# Actions by methods of the class, of superclasses and of modules, and what hides them.
Rails.application.routes.draw do
  root "posts#index"
  resources :posts
  resources :comments, only: [:index, :show, :create]
  namespace(:admin) { resources :posts; resource :profile }
  namespace :api do
    namespace(:v1) { resources :oauth_tokens, only: [:index, :destroy] }
  end
  get "made", to: "made#one"
  get "made/two", to: "made#two"
  get "made/three", to: "made#three"
  get "made/four", to: "made#four"
  get "made/five", to: "made#five"
  get "made/reader", to: "made#reader"
  get "made/writer", to: "made#writer"
  get "made/predicate", to: "made#setting"
  get "made/delegated", to: "made#size"
  get "hidden/a", to: "hidden#a"
  get "hidden/b", to: "hidden#b"
  get "hidden/c", to: "hidden#c"
  get "hidden/d", to: "hidden#d"
  get "hidden/e", to: "hidden#e"
  get "hidden/f", to: "hidden#f"
  get "hidden/g", to: "hidden#g"
  get "hidden/h", to: "hidden#h"
  get "hidden/index", to: "hidden#index"
  get "rails/display", to: "posts#display"
  get "rails/render", to: "posts#render"
  get "rails/session", to: "posts#session"
  get "nowhere", to: "nowhere#index"
  get "admin/nowhere", to: "admin/nowhere#index"
  get "redirected", to: redirect("/")
  get "inline", to: ->(env) { [200, {}, []] }
  get "any/:action", controller: "posts"
  get "defaults", controller: "posts", action: "gone"
end

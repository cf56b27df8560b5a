# path: "", "/" and nil on resources, scopes and verbs, and what that makes of nested ones.
Rails.application.routes.draw do
  scope "t1" do
    resources :as, path: "" do
      resources :bs, path: "", only: %i[index show]
    end
  end
  scope "t2" do
    resources :cs, path: "/", only: %i[index show new edit] do
      get :x, on: :member
      get :y, on: :collection
      get :z
    end
  end
  scope "t3" do
    resource :d, path: "" do
      get :x
      resources :es, only: :index
    end
  end
  scope "t4" do
    resources :fs, path: "/lead", only: :index
    resources :gs, path: "trail/", only: :index
    resources :hs, path: "a//b", only: :index
    resources :is, path: nil, only: :index
    resources :js, path: ":x", only: %i[index show]
    resources :ks, path: "(:x)/ks", only: %i[index show]
    resources :ls, path: "ls.:x", only: :index
  end
  scope "t5" do
    get "", to: "e#a"
    get "/", to: "e#b", as: "slash"
    get :p, path: "", to: "e#c"
    get :q, path: "/", to: "e#d"
    get :r, path: "ar", to: "e#e"
    get :s, path: :sym, to: "e#f"
    get :u, path: "u/:v", to: "e#g"
  end
  namespace :t6, path: "" do
    resources :ms, path: "", only: :show, constraints: { id: /m\d/ }
    root to: "r#r"
  end
  scope path: "t7//" do
    get "//x//", to: "e#h"
  end
  scope path: "t8", path_names: { new: "", edit: "/" } do
    resources :ns, only: %i[new edit show]
  end
end

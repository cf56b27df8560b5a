# Every option of resources: path, as, controller, param, only, except, concerns, module, constraints, defaults, format, shallow, path_names and unknown ones.
Rails.application.routes.draw do
  resources :a1
  resources "a2", only: "show"
  resources :a3, path: "pa3"
  resources :a4s, as: :bfour
  resources :a5s, as: "bfives", only: [:index, :show]
  resources :a6s, controller: "cs"
  resources :a7s, controller: "c/d", only: :index
  resources :a8s, param: :slug, only: [:show, :edit] do
    get :peek, on: :member
    resources :bits, only: :index
  end
  resources :a9s, param: "uid", except: ["new", "edit"]
  resources :b1s, module: :mod, only: %w[index show]
  resources :b2s, constraints: { id: /\d+/ }, only: :show
  resources :b3s, id: /[a-z]+/, only: :show
  resources :b4s, defaults: { x: 1 }, only: :show
  resources :b5s, format: false, only: %i[index show]
  resources :b6s, format: true, only: :index
  resources :b7s, format: "json", only: :index
  resources :b8s, format: /xml|json/, only: :index
  resources :b9s, path_names: { new: "neu", edit: "bearbeiten" }, only: %i[new edit]
  resources :c1s, path: "", only: :show
  resources :c2s, path: "/", only: :index
  resources :c3s, path: "x/y", only: %i[index edit]
  resources :c4s, as: nil, only: :index
  resources :c5s, unknown: "thing", only: :show
  resources :c6s, path: "c6/:kind", only: %i[index show] do
    resources :parts, only: :show
  end
  resources :c7s, as: "dash_ed", path: "dash-ed", only: %i[new index]
  resources :c8s, only: nil
  resources :c9s, except: [:destroy, :update, "create", :new, :edit]
  resources :d1s, only: [:index, :show], except: :show
  resources :d2s, via: :all, only: [:index]
  resources :d3s, action: "zap", only: [:index, :show]
  resources :d4s, to: "x#y", only: [:index]
  resources :d5s, shallow_path: "sp", shallow_prefix: "spre", only: [:index] do
    resources :kids, shallow: true, only: %i[index show]
  end
  resources :d6s, only: [:show], host: "d6.example", constraints: { protocol: "https" }
  resources :d7s, :d8s, path: "both", only: :index
  resources :d9s, options: { z: 1 }, only: :index
  resources :e1s, only: :show, path: :sym, controller: :symc, as: :e1x
  resources :e2s, constraints: { id: /\d/, subdomain: /x/ }, defaults: { format: "json" }, only: :show
  resources :e3s, constraints: ->(r) { r.ssl? }, only: :show
  resources :e4, :e5, module: "m", as: "joint", only: :create
end

# with_options around resources, verbs, scopes and namespaces, with and without a block parameter, nested, merged with own options.
Rails.application.routes.draw do
  with_options only: [:index] do
    resources :as
    resources :bs, only: :show
    resource :c, path: "see", only: :show
  end
  with_options controller: "w", via: :get do |w|
    w.match "d", action: "d"
    w.match "e", action: "e", via: :post
  end
  with_options(to: "fixed#one") do |f|
    f.get "f"
    f.post "g", as: :gee
    f.get "h", to: "other#two"
  end
  with_options defaults: { x: 1 }, constraints: { id: /\d+/ } do |o|
    o.resources :is, only: :show
    o.get "j/:id", to: "j#show", defaults: { y: 2 }
    o.scope "k" do
      get "l/:id", to: "l#show"
    end
  end
  with_options only: :show do |one|
    one.with_options path: "shared" do |two|
      two.resources :ms
      two.resource :n, as: :enn
    end
    one.resources :os do
      resources :ps, only: :index
    end
  end
  resources :qs, only: [] do
    with_options on: :member do
      get :r
      post :s, to: "x#s"
    end
    with_options(on: :collection, via: [:get, :post]) { |c| c.match :t }
  end
  with_options module: "mod", as: "pre" do |s|
    s.namespace :u do
      get "v", to: "v#v"
    end
    s.scope "w" do
      get "x", to: "x#x"
    end
  end
end

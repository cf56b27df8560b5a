# Engines defined in the file: their routes in sections of their own, isolated names, mounted twice, empty ones, in scopes.
module Blog
  class Engine < ::Rails::Engine
    isolate_namespace Blog
  end
end

module Shop
  class Engine < Rails::Engine
  end
end

module Hollow
  class Engine < Rails::Engine
    isolate_namespace Hollow
  end
end

module Named
  class Engine < Rails::Engine
    engine_name "special_name"
  end
end

Blog::Engine.routes.draw do
  root to: "posts#index"
  resources :posts, only: %i[index show]
end

Shop::Engine.routes.draw do
  namespace :admin do
    resources :orders, only: :index
  end
  get "cart/:id", to: "carts#show", as: :cart, id: /\d+/
end

Named::Engine.routes.draw do
  get "n", to: "n#n"
end

Rails.application.routes.draw do
  mount Blog::Engine, at: "/blog"
  mount Shop::Engine => "/shop"
  mount Hollow::Engine, at: "hollow"
  mount Named::Engine, at: "named"
  namespace :inner do
    mount Blog::Engine, at: "blog2", as: "second_blog"
  end
  scope ":tenant" do
    mount Shop::Engine, at: "tshop", as: :tenant_shop
  end
  resources :users, only: :show
end

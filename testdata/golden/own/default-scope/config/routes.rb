# default_scope of the route set: every draw happens inside it.
Rails.application.routes.default_scope = { path: "base", module: "core", as: "core", defaults: { via_default: true } }

Rails.application.routes.draw do
  root to: "home#index"
  resources :items, only: %i[index show], shallow: true do
    resources :parts, only: %i[index show]
  end
  namespace :admin do
    get "x", to: "y#z"
  end
  get "/abs", to: "/abs#show"
  scope "s" do
    get "t", to: "u#v"
  end
end

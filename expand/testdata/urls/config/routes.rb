# What TestURLsAsRails asks for; calls.rb writes Rails' answers.
module Blog
  class Engine < ::Rails::Engine
    isolate_namespace Blog
  end
end

Blog::Engine.routes.draw do
  root to: "posts#index"
  resources :posts, only: %i[index show]
  get "of/:tenant", to: "posts#of", as: :of
end

Rails.application.routes.draw do
  root to: "home#show"
  resources :posts do
    resources :comments, only: %i[index show new edit]
    get :preview, on: :member
  end
  namespace :admin do
    root to: "home#show"
    resources :posts do
      resources :comments, only: %i[index show new edit]
    end
    get "deep/thing/:id", to: "deep/things#show", as: :deep_thing
  end
  resource :basket, only: %i[show edit]
  resource :profile, only: %i[show edit new]
  resources :sheep, only: %i[index show new]
  resources :blog_posts, only: %i[index show]
  get "find/:q(/:page)", to: "find#show", as: :find
  get "files/*rest", to: "files#show", as: :file
  get "y/:year(/:month(/:day))", to: "archive#show", as: :archive, year: /\d{4}/, month: /\d\d?/
  get "def/:x", to: "defs#show", defaults: { x: "hx", lang: "en" }, as: :def
  get "opt(/:x)", to: "defs#opt", defaults: { x: "1" }, as: :opt
  get "nest(/:x(/:y))", to: "defs#nest", defaults: { x: "1" }, as: :nest
  get "(:a)/left/:b", to: "defs#left", defaults: { a: "1", b: "x1" }, as: :left
  get "slash", to: "slash#show", defaults: { trailing_slash: true }, as: :slash
  get "sub/:id", to: "subs#show", constraints: { subdomain: "sub", protocol: "https" }, as: :sub
  get "pair/:x-:y.:z", to: "pairs#show", as: :pair
  get "twice/:a/:a", to: "twice#show", as: :twice
  get "alt(/:a|/:b)", to: "alt#show", as: :alt
  get "must/:id.:format", to: "must#show", as: :must
  get "json/:id", to: "json#show", format: "json", as: :json
  get "dyn/:controller/:action(/:id)", as: :dyn
  get "odd/:id", to: redirect("/x"), as: :odd
  scope "(:locale)", locale: /en|de/ do
    resources :pages, only: %i[index show edit]
  end
  scope ":tenant" do
    mount Blog::Engine, at: "blog", as: :blog
  end
  mount ->(env) { [200, {}, []] }, at: "/rack", as: :rack

  direct(:home) { "https://home.example/a/b" }
  direct(:mixed, locale: "en") { |id, options| route_for(:post, id, options) }
  direct(:post_of) { |post| polymorphic_url([:admin, post], action: :edit) }
  direct(:listing) { |post| [:admin, post, { q: 1 }] }
  direct(:again) { |n| n.to_i.zero? ? root_url : again_path(n.to_i - 1) }
  direct(:nothing) { nil }
  resolve("Basket") { [:basket] }
  resolve("Widget") { [:profile] }
  resolve("Widget") { "/widgets" }
  resolve("Cart", tab: "items") { |cart, options| route_for(:basket, options.merge(cart: cart.id)) }
end

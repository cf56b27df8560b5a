# internal:, anchor:, path:, unknown keys, constraints and defaults at once, string keys, positional hashes, return values of the words.
Rails.application.routes.draw do
  get "a", to: "x#a", internal: true
  get "b", to: "x#b", anchor: false
  get "c", to: "x#c", anchor: true
  get "d/:id", to: "x#d", anchor: false, id: /\d+/
  match "e", to: "x#e", via: :get, anchor: false, format: false
  get :f, path: "other/f", to: "x#f"
  get :g, path: "g/:id(/:x)", to: "x#g", as: :gee
  get "h", to: "x#h", random: "v", "string_key" => "w", number: 3
  get "i", to: "x#i", requirements: /zz/
  get "j/:k", to: "x#j", k: "lit"
  get "l", { to: "x#l" }
  get "m", { to: "x#m", as: :em, extra: 1 }
  get({ "n" => "x#n" })
  match "o", { via: [:get, :post], to: "x#o" }
  resources :ps, { only: [:index] }
  resource :q, { only: :show, path: "queue" }
  scope "r", { as: "arr", only: [:index] } do
    resources :ss
  end
  scope({ path: "t", except: [:show] }) do
    resources :us
  end
  namespace :v, { path: "vee" } do
    get "w", to: "x#w"
  end
  mount ->(_) { [200, {}, []] }, { at: "y", as: "why" }
  (get "z", to: "x#z").get "chained", to: "x#chained"
  resources(:aas, only: :index).resources(:bbs, only: :index)
  scope("cc") { get "dd", to: "x#dd" }.get("ee", to: "x#ee")
  get "ff", to: "x#ff", controller: "ignored", action: "ignored_too"
  get "gg", controller: "x", action: "gg", to: nil
  get "hh", to: "x#hh", only_path: true, host: "hh.example"
  get "ii", to: "x#ii", on: nil
  get "jj", to: "x#jj", via: :post
  get "kk", to: "x#kk", use_route: "z", name: "n", id: 5
  get "ll/:id/:id", to: "x#ll"
  get "mm", to: "x#mm#extra"
  get "nn", to: "x/#nn"
  get "oo" => "x#oo", as: "oh", defaults: { k: "v" }, constraints: { subdomain: "s" }, format: "json", anchor: true
end

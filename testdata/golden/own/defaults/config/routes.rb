# defaults as blocks, scope option and route option, and free options that become defaults; symbols, numbers, nested values.
Rails.application.routes.draw do
  get "a", to: "d#a", defaults: { x: "1" }
  get "b", to: "d#b", defaults: { x: 1, y: 1.5, z: nil, w: true, v: :sym, u: false }
  get "c", to: "d#c", x: 1, y: :sym, z: "s"
  get "d/:x", to: "d#d", defaults: { x: "dx" }
  get "e(/:x)", to: "d#e", defaults: { x: "ex" }
  get "f(/:x)", to: "d#f", x: "fx"
  get "g(/:x(/:y))", to: "d#g", defaults: { x: "1", y: "2" }
  get "h", to: "d#h", defaults: { "str" => "v" }
  get "i", to: "d#i", defaults: { list: [1, "a", :b], map: { k: "v", 1 => 2 } }
  get "j", to: "d#j", defaults: { controller: "over", action: "ride" }
  get "k", defaults: { x: 1 }, controller: "d", action: "k"
  get "l", to: "d#l", defaults: { format: "json" }
  get "m", to: "d#m", defaults: { format: :json }, format: true
  get "n.:format", to: "d#n", defaults: { format: "pdf" }
  get "o(.:format)", to: "d#o", defaults: { format: "csv" }
  defaults lang: "en" do
    get "p", to: "d#p"
    get "q", to: "d#q", lang: "fr"
    get "r", to: "d#r", defaults: { lang: "de" }
    get "s(/:lang)", to: "d#s"
    defaults lang: "it", tone: "low" do
      get "t", to: "d#t"
      resources :us, only: :show do
        get :v, on: :member, defaults: { deep: true }
        resources :ws, only: :index
      end
    end
    scope defaults: { tone: "high" } do
      get "x", to: "d#x"
    end
  end
  defaults({}) do
    get "y", to: "d#y"
  end
  scope format: "xml", defaults: { format: "json" } do
    get "z", to: "d#z"
  end
  resources :aa, only: :index, defaults: { format: "json", q: "" }
  namespace :bb, defaults: { v: 1 } do
    root to: "d#root", defaults: { v: 2, w: 3 }
    get "cc", to: "d#cc", v: 9
  end
  get "dd", to: "d#dd", subdomain: "x"
  get "ee", to: "d#ee", constraints: { subdomain: "y", host: "h", domain: "dom", port: 1, protocol: "https://" }
  get "ff", to: "d#ff", constraints: { subdomain: /z/, port: "1" }, defaults: { subdomain: "www" }
  get "gg/:id", to: "d#gg", id: "fixed"
  get "hh(/:id)", to: "d#hh", id: 7
  match "ii", to: "d#ii", via: :get, defaults: { when: "never" }
end

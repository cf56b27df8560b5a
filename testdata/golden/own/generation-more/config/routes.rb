# More paths made by the helpers: recall-free defaults, optional segments with requirements, nested resources, singular ones, boolean and float arguments, params option.
Rails.application.routes.draw do
  get "h/:x", to: "g#h", defaults: { x: "hx", lang: "en" }, as: :h
  get "i(/:x)", to: "g#i", defaults: { x: "1" }, as: :i
  get "j/:x-:y", to: "g#j", as: :j
  get "k/:x", to: "g#k", constraints: { host: "k.example", protocol: "https" }, as: :k
  get "l", to: "g#l", constraints: { subdomain: "sub" }, as: :l
  get "m(/:locale)/n", to: "g#m", locale: /en|fr/, as: :m
  get "ü/:id", to: "g#n", as: :n
  resources :os do
    resources :ps, path: "p" do
      get :q, on: :member
    end
    resource :r
  end
  root to: "g#root"
  get "s/:id/:format", to: "g#s", as: :s
  scope "(:locale)", defaults: { locale: "en" } do
    resources :ts, only: %i[index show]
  end
  get "u/:id", to: "g#u", as: :u, id: /\d{2,}/, format: "json"
  get "v", to: "g#v", as: :v, format: true
  get "w(/:x)(/:y)", to: "g#w", as: :w, defaults: { x: "1", format: "json" }
end

# Paths made by the helpers: positional and named arguments, optional parts, escapes, query strings, anchors, formats, trailing slashes, hosts, errors.
Rails.application.routes.draw do
  get "a/:x", to: "g#a", as: :a
  get "b/:x/:y(/:z)", to: "g#b", as: :b
  get "c(/:x(/:y))", to: "g#c", as: :c
  get "d/*rest", to: "g#d", as: :d
  get "e/:x", to: "g#e", x: /\d+/, as: :e
  get "f/:x.:format", to: "g#f", as: :f
  get "g(.:format)", to: "g#g", as: :g
  get "h/:x", to: "g#h", defaults: { x: "hx", lang: "en" }, as: :h
  get "i(/:x)", to: "g#i", defaults: { x: "1" }, as: :i
  get "j/:x-:y", to: "g#j", as: :j
  get "k/:x", to: "g#k", constraints: { host: "k.example", protocol: "https" }, as: :k
  get "l", to: "g#l", constraints: { subdomain: "sub" }, as: :l
  get "m(/:locale)/n", to: "g#m", locale: /en|fr/, as: :m
  get "ü/:ä", to: "g#n", as: :n
  resources :os do
    resources :ps, path: "p" do
      get :q, on: :member
    end
    resource :r
  end
  root to: "g#root"
  get "s/:id/:format", to: "g#s", as: :s
  get "t/:controller_x/:action_x", to: "g#t", as: :t
end

# via: in all its forms, :all inside a list, unusual verbs, upper and lower case, and the options and connect helpers.
Rails.application.routes.draw do
  match "m1", to: "verbs#m1", via: :get
  match "m2", to: "verbs#m2", via: [:get]
  match "m3", to: "verbs#m3", via: %i[get post put patch delete]
  match "m4", to: "verbs#m4", via: "post"
  match "m5", to: "verbs#m5", via: ["put", :patch]
  match "m6", to: "verbs#m6", via: :all
  match "m7", to: "verbs#m7", via: [:all]
  match "m8", to: "verbs#m8", via: [:get, :all]
  match "m9", to: "verbs#m9", via: [:all, :delete]
  match "m10", to: "verbs#m10", via: %i[propfind mkcol]
  match "m11", to: "verbs#m11", via: :head
  match "m12", to: "verbs#m12", via: [:options, :trace]
  match "m13" => "verbs#m13", via: "report"
  match "m14" => "verbs#m14", via: [:get, :get]
  match "m15", to: "verbs#m15", via: %i[link unlink]
  match "m16", via: :get, controller: :verbs
  match :m17, to: "verbs#m17", via: :post
  match "verbs/m18", via: [:get, :post]
  match "m19", to: "verbs#m19", via: { get: 1 }.keys
  options "o1", to: "verbs#o1"
  options "o2/:id", to: "verbs#o2", anchor: true
  options "o3", to: "verbs#o3", format: nil
  options "o4", to: "verbs#o4", format: true, as: :four
  connect "c1", to: "verbs#c1"
  connect "c2", to: "verbs#c2", anchor: true, format: "txt"
  connect "verbs/c3"
  scope via: :all do
    match "sv1", to: "verbs#sv1"
    match "sv2", to: "verbs#sv2", via: :patch
    get "sv3", to: "verbs#sv3"
    scope via: [:put, :post] do
      match "sv4", to: "verbs#sv4"
    end
  end
  resources :verbs, only: [] do
    match :mem, via: [:get, :delete], on: :member
    match "col", via: :all, on: :collection
    options :opt, on: :member
    options "opts", on: :collection
    match :nest, via: :post
    connect :tunnel, on: :member
  end
  get "same", to: "verbs#same_get"
  post "same", to: "verbs#same_post"
  match "same", to: "verbs#same_any", via: :all, as: :any_same
end

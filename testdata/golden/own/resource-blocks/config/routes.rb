# member, collection, new and nested blocks and on: with every verb, symbol and string path, as:, action:, to:, path:, canonical action names.
Rails.application.routes.draw do
  resources :docs do
    member do
      get :a
      get "b"
      get "c/d"
      get "e", to: "other#e"
      get "f" => "other#f"
      get :g, action: :gg
      get :h, as: :hh
      get "i", as: "ii", path: nil
      get :j, path: "jay"
      get :k, path: "k/:deep"
      post :l, to: "other#l", as: "ell"
      patch "m-n"
      put :o, controller: "oo"
      delete "p", action: "q"
      match :r, via: [:get, :post]
      get "", action: :blank, as: :blank
      get "/s", action: :s
      get ":t", action: :tt
      get "u(/:v)", action: :u
      get :show, path: "display"
      get :index
      get :create, as: :made
      get "v.json", action: :v
      get :w, defaults: { x: 1 }
      get :x, constraints: { x: /y/ }, format: false
      get "*y", action: :y
    end
    collection do
      get :a
      get "b"
      get "c/d"
      get :e, as: :ee
      get :f, path: "eff"
      get :index, as: :list
      post :index
      get :new, as: :fresh
      get :show
      get "g/:h", action: :g
      get "", action: :empty, as: :empty
      delete "", action: :clear
      get "i-j"
      match "k", via: :all
      get :root
    end
    new do
      get :a
      get "b"
      get :preview, as: :pv
      post :create
      post "", action: :validate
      get :new, as: :again
      get "c", path: nil, to: "x#c"
    end
    nested do
      get :a
      get "b"
      get "c/d"
    end
    get :bare
    get "bare_string"
    get "bare/:id2", action: :bare2
    get :bare_as, as: :named_bare
    get :om, on: :member
    get "om2", on: :member, as: :om_two
    get :oc, on: :collection
    post "oc2", on: :collection, to: "x#oc2"
    get :on_new, on: :new
    get :om3, on: :member, path: "om-three"
    delete :destroy, on: :collection
    get :edit, on: :collection
  end
end

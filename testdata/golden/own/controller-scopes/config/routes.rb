# controller blocks and controller:/action: options, with modules, absolute controllers, resources inside, strings and symbols, regexps.
Rails.application.routes.draw do
  controller :a do
    get :x
    get "y"
    get "z/w", action: :zw
    get "v" => :v
    get "u" => "other#u"
    get "t" => "tcontroller", action: :t
    get "s", to: "s_action"
    get "r", to: :r.to_s
    post :q, as: :cue
    resources :things, only: :index
    resource :thing, only: :show
    controller "b/c" do
      get :inner
    end
    namespace :n do
      get :in_ns
      get :abs, controller: "/abs"
    end
    scope module: "m" do
      get :in_mod
      get :abs2, to: "/top#abs2"
    end
    match :multi, via: %i[get post]
  end
  controller "/root_like" do
    scope module: "mm" do
      get :abs3
    end
  end
  scope module: "api", controller: "list" do
    get "lists", action: :index
    get "lists/:id", action: :show, as: :list
    match "lists/:id", action: :update, via: [:put, :patch], as: nil
    delete "lists/:id", action: "destroy"
  end
  resources :posts, controller: "articles", only: :show do
    get :meta, on: :member
    get :flip, controller: "flips"
    get :flop, to: "flops#flop"
    controller "zed" do
      get :zz, on: :member
    end
    resources(:notes, only: :index) { get :abs4, to: "absolute#four" }
    scope module: "deep" do
      resources :bits, controller: "/plain", only: :index
      resources :bobs, controller: "rel/bobs", only: :index
    end
  end
  get ":controller/legacy", action: :index, controller: /one|two/
  get "act/:action", controller: "acts"
  get "act2/:action", to: "acts2#dynamic", as: :act2
  get ":controller(/:action(/:id))", controller: /admin\/[^\/]+/, as: nil
end

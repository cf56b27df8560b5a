# Arguments that Rails takes without complaint: nil and empty options, numbers as paths and names, two names for namespace, second rocket pairs, empty scopes.
Rails.application.routes.draw do
  get 404, to: "c#never"
  get nil, to: "c#never"
  get [], to: "c#never"
  resources 5, only: %i[index show]
  resource 7, only: :show
  get "a" => "c#a", "b" => "c#b"
  get "c" => nil, to: "c#c"
  get "d", to: "c#d", constraints: nil
  get "e", to: "c#e", constraints: {}
  get "f", to: "c#f", defaults: {}
  get "g", to: "c#g", defaults: nil
  get "h", to: "c#h", on: false
  get "i", to: "c#i", anchor: nil
  get "j", to: "c#j", format: ""
  get "k", to: "c#k", controller: nil, action: nil
  get "l/:id", to: "c#l", id: /a.b/m
  get "m/:id", to: "c#m", id: /x/o
  get "n", to: "c#n", as: :"n_sym"
  get "o", to: "c#o", constraints: false
  namespace :p, :ignored do
    get "q", to: "c#q"
  end
  scope nil do get "r", to: "c#r" end
  scope "", "s", nil, "t" do get "u", to: "c#u" end
  scope [] do get "v", to: "c#v" end
  scope 1, 2.5 do get "w", to: "c#w" end
  constraints(nil) { get "x", to: "c#x" }
  constraints { get "y", to: "c#y" }
  defaults { get "z", to: "c#z" }
  controller(nil) { get "aa", to: "c#aa" }
  controller(:ab) { get "ab", to: nil }
  resources :acs, only: [] do
  end
  resources :ads, except: []
  resources :aes, shallow: nil, only: :index
  resources :afs, shallow: "yes", only: :index do
    resources :ags, only: %i[index show]
  end
  resources :ahs, concerns: [], only: :index
  resources :ais, path: false, only: :index
  resources :ajs, controller: nil, only: :index
  resources :aks, constraints: nil, only: :show
  resources :als, module: nil, only: :index
  resources :ams, as: false, only: %i[index show]
  resource :an, path: nil, only: :show
  namespace :ao, module: false do get "ap", to: "c#ap" end
  namespace "aq/ar", as: :aqar do get "as1", to: "c#as1" end
  match "at", to: "c#at", via: [:get, nil]
  match "au", to: "c#au", via: "GET"
  scope(as: 5) { get "av", to: "c#av" }
  get "ax", to: "c#ax", "format" => "x"
  get "ay", to: "c#ay", "as" => "x", "via" => "y"
  get :az, { "to" => "c#az" }.symbolize_keys
  get "ba/#{}", to: "c#ba"
  resources :bbs, only: %i[show index show], except: nil
  get "bd", to: "c#bd", as: "bd_" "x"
  get "be/" ":id", to: "c#be"
  post("bf", to: "c#bf") { raise "a block that is never called" }
  get "bg", to: "c#bg", constraints: -> { true }, defaults: { x: -> { 1 } }.slice(:y)
  namespace(:bh) { resources :bis, module: false, only: :index }
  scope(as: :bj) { scope(as: false, module: false) { namespace(:bk) { get "bl", to: "c#bl" } } }
  scope(as: false) { get "bm", to: "c#bm", as: :bm }
end

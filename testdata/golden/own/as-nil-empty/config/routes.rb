# as: nil and as: "" on verbs, scopes, namespaces, resources, mounts and roots; names with slashes, dashes and leading digits.
class Tiny
  def self.call(env) = [200, {}, []]
end

Rails.application.routes.draw do
  get "a", to: "c#a", as: nil
  get "b", to: "c#a", as: ""
  get "c", to: "c#a", as: "x/y"
  get "d", to: "c#a", as: "x-z"
  get "e", to: "c#a", as: "/"
  get "f", to: "c#a", as: "/lead"
  get "g", to: "c#a", as: :Sym
  get "h", to: "c#a", as: "trail/"
  get "1st", to: "c#a"
  get "-", to: "c#a"
  get "_", to: "c#a"
  get ".", to: "c#a"
  get "i.j", to: "c#a"
  get "/", to: "c#a"
  get "", to: "c#b"
  get "k/l/m", to: "c#a"
  get "n//o", to: "c#a"
  get "é", to: "c#a"
  get "p q", to: "c#a"
  get "r:s", to: "c#a"
  get ":t", to: "c#a"
  get "u/:v", to: "c#a"
  get "w*x", to: "c#a"
  get "y~z", to: "c#a"
  scope as: nil do get "sa", to: "c#a" end
  scope as: "" do get "sb", to: "c#a" end
  scope as: "outer" do
    scope as: nil do get "sc", to: "c#a" end
    scope as: "" do get "sd", to: "c#a" end
    scope as: :inner do get "se", to: "c#a", as: nil; get "sf", to: "c#a", as: "" end
    resources :rs, only: :index, as: nil
    resources :ss, only: :index, as: ""
    root to: "c#root", as: nil
  end
  namespace :ns, as: nil do get "na", to: "c#a" end
  namespace :nt, as: "" do resources :nbs, only: %i[index show] end
  resources :ts, as: "" , only: %i[index show new]
  resources :us, only: [] do
    get :ua, on: :member, as: nil
    get :ub, on: :member, as: :""
    get :uc, on: :collection, as: nil
    get :ue, as: nil
    get :uf, as: "-"
    get "ug", on: :new, as: "-x"
  end
  mount Tiny, at: "ma", as: nil
  mount Tiny, at: "mb", as: ""
  mount Tiny, at: "mc", as: "m/c-d"
  mount Tiny, at: "md"
  mount Tiny, at: "me", as: :tiny_two
end

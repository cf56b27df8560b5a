# param: with strings, symbols, odd names, nested, shallow, singular, in constraints, with path containing params.
Rails.application.routes.draw do
  resources :as, param: :slug, only: %i[show edit] do
    resources :bs, param: "uuid", only: %i[index show] do
      resources :cs, only: :show
      get :x, on: :member
      get :y
    end
    resource :d, only: :show
  end
  resources :es, param: :e_id, only: :show do
    resources :fs, only: :show
  end
  resources :people, param: :name, only: :show do
    resources :news, param: :key, only: :show do
      resources :gs, only: :index
    end
  end
  resources :hs, param: nil, only: :show
  resources :is, param: "", only: :show rescue get("empty_param", to: "x#y")
  resources :js, param: :ID, only: :show do
    resources :ks, only: :index
  end
  resources :ls, param: :slug, as: :named, path: "pathed", only: :show do
    resources :ms, only: :index
  end
  resources :ns, param: :slug, slug: /[a-z]+/, only: :show, shallow: true do
    resources :os, param: :code, only: %i[index show] do
      resources :ps, only: %i[index show]
    end
  end
  resources :qs, param: :id2, constraints: { id2: /\d/, id: /x/ }, only: :show do
    resources :rs, only: :show
  end
  resources :ss, path: "ss/:year", param: :month, only: %i[index show] do
    resources :ts, only: :show
  end
  resources :us, param: :"we-ird", only: :show
  resources :vs, param: 5.to_s, only: :show
end

# shallow as option, block, scope option; false in between; with prefixes and paths, namespaces, singular resources, params, constraints.
Rails.application.routes.draw do
  resources :as, shallow: true do
    resources :bs do
      resources :cs, only: %i[index show new] do
        resources :ds, only: %i[create destroy]
      end
    end
  end
  shallow do
    resources :es, only: :show do
      resource :single, only: %i[show edit] do
        resources :deeps, only: %i[index show]
      end
      resources :fs, only: %i[index edit], param: :slug do
        resources :gs, only: %i[index show], param: :code
        member { get :m }
        collection { get :c }
        get :n
        new { get :w }
      end
    end
  end
  scope shallow: true do
    resources :hs, only: [] do
      resources :is, only: %i[index show], shallow: false do
        resources :js, only: %i[index show]
      end
    end
  end
  namespace :ns do
    resources :ks, shallow: true, only: :index do
      resources :ls, only: %i[index show]
      namespace :inner do
        resources :ms, only: %i[index show]
      end
      scope "sc", as: "sc", module: "sc" do
        resources :ns, only: %i[index show]
      end
    end
  end
  scope "sp", as: "sa", shallow_path: "shp", shallow_prefix: "sha" do
    resources :os, shallow: true, only: %i[index show] do
      resources :ps, only: %i[index show new edit] do
        resources :qs, only: %i[index show]
      end
    end
  end
  namespace :nn, shallow_path: "nnp", shallow_prefix: "nnx" do
    resources :rs, only: :show, shallow: true do
      resources :ss, only: %i[index show]
    end
  end
  namespace :no, shallow_path: nil, shallow_prefix: nil do
    resources :ts, only: :show, shallow: true do
      resources :us, only: %i[index show]
    end
  end
  resources :vs, id: /\d+/, shallow: true, only: :show do
    resources :ws, only: %i[index show], id: /[a-z]+/ do
      resources :xs, only: %i[index show]
    end
  end
  scope ":locale", locale: /en|de/ do
    resources :ys, shallow: true, only: :show do
      resources :zs, only: %i[index show]
    end
  end
  resources :aas, path: "pa", as: "na", controller: "ca", shallow: true, only: :show do
    resources :bbs, path: "pb", as: "nb", controller: "cb", only: %i[index show edit] do
      resources :ccs, path: "pc", as: "nc", only: %i[index show]
    end
  end
  resources :dds, only: [] do
    resources :ees, shallow: true, only: :show do
      resources :ffs, only: %i[index show]
    end
  end
  resources :ggs, shallow_path: "gp", shallow_prefix: "gx", only: :show do
    shallow do
      resources :hhs, only: %i[index show]
    end
  end
end

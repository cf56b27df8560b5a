# root in every place and form: string, to:, hash rocket, options, scopes, namespaces, resources, members, constraints, redirects and callables.
Rails.application.routes.draw do
  root "pages#home"
  root to: "pages#named", as: :named_root
  root "pages#opts", as: "opts", defaults: { x: 1 }, constraints: { subdomain: "o" }
  root :to => "pages#rocket", :as => "rocket"
  root to: redirect("/elsewhere"), as: :redirecting
  root to: ->(_e) { [200, {}, []] }, as: :callable
  root controller: "pages", action: "split", as: :split
  root "pages#post", via: :post, as: :posted
  root to: "pages#nil", as: nil
  root({ to: "pages#hash", as: "hashed" })
  namespace :a do
    root to: "home#index"
    namespace :b do
      root "home#index"
    end
  end
  scope "s" do
    root "s#home", as: :s_root
  end
  scope "t", as: "t" do
    root "t#home"
  end
  scope as: "u" do
    root "u#home"
  end
  scope module: "m" do
    root "m#home", as: :m_home
  end
  scope "(:locale)", locale: /en|fr/ do
    root "l#home", as: :locale_root
  end
  scope ":account" do
    root "acc#home", as: :account_root
  end
  scope format: true do
    root "f#home", as: :formatted
  end
  constraints host: "c.example" do
    root "c#home", as: :c_root
  end
  defaults z: 1 do
    root "d#home", as: :d_root
  end
  controller :ctl do
    root to: "home", as: :ctl_root
    root action: :act, as: :ctl_act
  end
  resources :ps, only: :index do
    root to: "ps#rooted"
    root to: "ps#other", as: :other
    member { root to: "ps#mem" }
    collection { root to: "ps#col", as: :colroot }
    new { root to: "ps#new" }
    nested { root to: "ps#nest" }
    resources :qs, only: [] do
      root to: "qs#rooted"
    end
  end
  resource :r, only: :show do
    root to: "r#rooted"
  end
  scope via: :post do
    root "v#home", as: :v_home
  end
end

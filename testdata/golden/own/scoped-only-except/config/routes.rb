# only: and except: of scopes and namespaces, their intersection with the applicable actions, and resources that have their own.
Rails.application.routes.draw do
  scope only: [:index, :show] do
    resources :a1s
    resource :b1
    resources :a2s, only: :new
    resources :a3s, except: :index
    resources :a4s do
      resources :inner
      resource :solo
    end
  end
  scope except: [:destroy, :edit, :new] do
    resources :c1s
    resource :d1
    scope only: :show do
      resources :c2s
      resource :d2
    end
    scope except: :create do
      resources :c3s
    end
  end
  scope only: :index, except: :index do
    resources :e1s
  end
  scope only: [] do
    resources :f1s
    resource :g1
    get :loose, to: "f#loose"
  end
  scope only: "show" do
    resources :s1s
  end
  scope only: %w[show] do
    resource :s2
  end
  namespace :admin, only: [:index] do
    resources :h1s
    resource :i1
    namespace :deep do
      resources :h2s
    end
  end
  scope "x", only: :update do
    resources :j1s, except: nil
    resources :j2s, only: nil
  end
  scope only: :show do
    with_options only: :edit do
      resources :k1s
    end
    concern(:c) { resources :k2s }
    resources :k3s, concerns: :c
  end
  constraints only: 1 do
    resources :l1s
  end
end

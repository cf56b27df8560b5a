# An API-only application: no new and edit, unless asked for by only:; except:, singular, scopes with only/except, shallow, explicit blocks.
# oracle: api_only
Rails.application.routes.draw do
  resources :as
  resource :b
  resources :cs, only: %i[new edit show]
  resources :ds, except: %i[new index]
  resource :e, only: [:new, :edit]
  resource :f, except: :show
  scope only: %i[new index edit] do
    resources :gs
    resource :h
  end
  scope except: [:new, :index] do
    resources :is
    resource :j
  end
  resources :ks, shallow: true do
    resources :ls
    new do
      get :x
    end
    get :edit, on: :member
  end
  namespace :v1, defaults: { format: :json } do
    resources :ms, :ns, only: nil
  end
end

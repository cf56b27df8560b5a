# How shallow nesting names and places custom actions, roots, mounts and matches at each level.
class Gate
  def self.call(env) = [200, {}, []]
end

Rails.application.routes.draw do
  resources :books, shallow: true do
    get :cover, on: :member
    resources :pages, only: %i[show index] do
      root to: "pages#first", as: :pages_root
      get :turn
      get :tear, on: :member
      get :list, on: :collection
      get :fold, on: :new
      post "mark/:color", to: "pages#mark", as: :mark
      mount Gate, at: "gate"
      match "any", via: :all
      resources :notes, only: [:index, :show] do
        get "pin", on: :member, as: :pin_it
        nested { get :nn }
        resource :author, only: [:show] do
          get :bio
          get :cv, on: :member
        end
      end
    end
  end
  scope shallow_prefix: "one" do
    scope shallow_prefix: "two", shallow_path: "zwei" do
      scope shallow_path: "drei" do
        resources :cups, shallow: true, only: :show do
          resources :lids, only: %i[index show]
        end
      end
    end
  end
  scope as: "outer", path: "out" do
    scope as: "mid", shallow_prefix: "m" do
      resources :pots, shallow: true, only: [] do
        resources :pans, only: %i[index show]
      end
    end
  end
end

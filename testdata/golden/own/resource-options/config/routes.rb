# Singular resources with every option, members and collections in them, irregular words, nested resources below them.
Rails.application.routes.draw do
  resource :one
  resource :two, only: :show
  resource "three", except: %w[new edit destroy]
  resource :four, controller: :quads
  resource :five, controller: "five", path: "fifth"
  resource :six, as: :half_dozen, only: %i[show new]
  resource :seven, path: "", only: :show, as: "lucky"
  resource :eight, module: "m", only: [:edit, :show]
  resource :nine, only: [] do
    get :bare
    get :mem, on: :member
    get :col, on: :collection
    get :fresh, on: :new
    post "str"
    get "with/slash", action: :ws
    member { get :in_member }
    collection { get :in_collection; post :create }
    new { get :in_new }
    nested { get :in_nested }
    resources :kids, only: %i[index show]
    resource :pet, only: :show
    namespace(:inner) { get :x, to: "y#z" }
    scope("sc") { get :scoped }
  end
  resource :ten, param: :code, only: :show do
    resources :digits, param: :n, only: :show
  end
  resource :eleven, format: false, only: %i[show create]
  resource :twelve, path_names: { new: "create", edit: "change" }, only: %i[new edit]
  resource :thirteen, constraints: { subdomain: "x" }, only: :show
  resource :person, :child, :news, :address, only: :show
  resource :people, only: :show
  resource :user_status, only: [:update, :destroy]
  resource :settings, only: :show, as: nil
  resource :fourteen, defaults: { format: :json }, only: :show
  resource :fifteen, shallow: true, only: :show do
    resources :sons, only: %i[index show] do
      resource :toy, only: :show
    end
  end
  resource :sixteen, id: /\d+/, only: :show do
    resources :subs, only: :show
  end
  resources :parents, only: [] do
    resource :profile, only: %i[show new] do
      get :avatar
      resource :frame, only: :edit
      resources :marks, only: :index
    end
    resource :home, path: "house", as: "residence", only: [:create, :show]
  end
end

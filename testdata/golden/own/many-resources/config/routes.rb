# Several names in one resources/resource call, names with slashes, strings and splats, arrays, blocks for all of them, shared options.
Rails.application.routes.draw do
  resources :as, :bs, "cs" do
    get :x, on: :member
    resources :ds, :es, only: :index
  end
  resource :f, "g", only: %i[show edit] do
    get :y
  end
  resources(*%i[hs is], only: :index)
  resources "admin/users", as: "admin_users", only: %i[index show new]
  resources "a/b/cs", as: :abcs, only: %i[show], param: :code do
    get :z, on: :member
    get :w
    resources :ts, only: :index
  end
  resource "deep/thing", as: "deep_thing", only: :show
  resources "js", "ks", module: "m", path_names: { new: "neu" }, only: :new
  resources :ls, :ms, only: :show, shallow: true do
    resources :ns, only: :show
  end
  resources :os, :ps, only: :show, as: :qs rescue resources(:rs, only: :show)
  namespace :x do
    resources :us, :vs, only: :index, concerns: []
    resource :w, :z, only: :show
  end
  resources :ys, only: [] do
    resources :zs, :aas, only: :show, id: /\d/
    resource :ab, :ac, only: :show
  end
  resources :sym, "str", :quo_ted, only: :index
end

# path_names on scopes and resources, and resources_path_names at the top and in scopes; new, edit and other actions, symbols and strings.
Rails.application.routes.draw do
  resources :before, only: %i[new edit]
  scope path_names: { new: "nuevo", edit: "editar", preview: "vista", "list" => "lista" } do
    resources :as do
      get :preview, on: :member
      get "preview", on: :collection
      get :list, on: :collection
      new { get :preview; get :other }
      get :show, on: :member, as: :shown
      resources :bs, only: %i[new edit], path_names: { new: "neu" }
      resource :c, only: %i[new edit]
      get :preview, as: :bare
    end
    get :preview, to: "x#preview"
    get :new, to: "x#new", as: :just_new
    namespace :n do
      resources :ds, only: %i[new edit]
    end
    scope path_names: { new: "nouveau" } do
      resources :es, only: %i[new edit]
    end
  end
  resources :fs, path_names: { new: :sym_new, edit: "e/d", show: "zeig", index: "liste", create: "mach" }
  resource :g, path_names: { "new" => "string_key" }, only: %i[new edit]
  resources :hs, path_names: {}, only: :new
  scope "x" do
    resources_path_names(new: "x_new")
    resources :is, only: %i[new edit]
  end
  resources :js, only: %i[new edit]
  resources_path_names new: "fresh", edit: "alter", show: "view"
  resources :ks
  resource :l
  scope path_names: { edit: "scoped_edit" } do
    resources :ms, only: %i[new edit]
    resources_path_names edit: "late"
    resources :ns, only: %i[new edit]
  end
  resources :os, only: %i[new edit]
end

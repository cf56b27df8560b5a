# namespace and scope inside resources, resource, member, collection and other namespaces; every option of namespace.
Rails.application.routes.draw do
  namespace :a do
    namespace :b do
      namespace :c do
        resources :ds, only: %i[index show]
        get "e", to: "f#g"
        root to: "h#i"
      end
    end
  end
  resources :posts, only: [:show] do
    namespace :admin do
      resources :comments, only: %i[index show]
      get :stats, to: "stats#show"
      resource :seo, only: :edit
    end
    scope "x", module: "xm", as: "xa" do
      resources :tags, only: :index
      get :flat
    end
    scope module: "posts" do
      resources :votes, only: %i[index create]
    end
    member do
      namespace :api do
        get :data, to: "data#show"
      end
      scope "ms" do
        get :inscope
      end
    end
    collection do
      namespace :bulk do
        post :run, to: "runs#create"
      end
      scope "cs", as: "csa" do
        get :incol
      end
    end
  end
  resource :account, only: :show do
    namespace :billing do
      resources :cards, only: :index
      resource :plan, only: :show
    end
  end
  namespace :n1, path: "p1" do get "x", to: "y#z" end
  namespace :n2, module: "m2" do get "x", to: "y#z" end
  namespace :n3, as: "a3" do get "x", to: "y#z" end
  namespace :n4, path: "", as: nil do get "n4x", to: "y#z" end
  namespace :n5, path: "/" do get "n5x", to: "y#z" end
  namespace :n6, path: nil do get "n6x", to: "y#z" end
  namespace :n7, module: nil do get "x", to: "y#z" end
  namespace "n8/sub", as: "n8" do resources :ws, only: :index end
  namespace :n9, path: "p9/:tenant", tenant: /\w{3}/ do resources :ws, only: :index end
  namespace :n10, defaults: { format: :json }, constraints: { subdomain: "api" } do get "x", to: "y#z" end
  namespace :n11, format: false do get "x", to: "y#z" end
  namespace :n12, only: :show do resources :ws end
  namespace :n13, controller: "kc" do get "x", action: :q end
  namespace :n14, controller: "kc", action: "ka" do get "x"; get "y" end
  namespace :n15, via: [:get, :post] do match "x", to: "y#z" end
  namespace :n16, path_names: { new: "n", edit: "e" } do resources :ws, only: %i[new edit] end
  namespace :n17, to: "fixed#one" do get "x"; get "y" end
  namespace :n18, as: "" do get "x18", to: "y#z" end
  namespace :n19, shallow: true do resources(:qs, only: []) { resources :ws, only: %i[index show] } end
  namespace "N20", module: "n20", as: "n20" do get "x", to: "y#z" end
  namespace :"n21-d", as: "n21d", module: "n21_d" do get "x", to: "y#z" end
  namespace(:n22, constraints: ->(r) { r.params[:k] }) { get "x", to: "y#z" }
  namespace(:n23, path: "(:opt)") { get "x23", to: "y#z" }
end

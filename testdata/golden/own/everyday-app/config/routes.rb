# An ordinary application: constraints classes in the file, locales, an api with versions, admin, concerns, legacy redirects, health checks.
class ApiConstraints
  def initialize(version:, default: false)
    @version = version
    @default = default
  end

  def matches?(req)
    @default || req.headers["Accept"].to_s.include?("application/vnd.shop.v#{@version}")
  end
end

class LoggedOut
  def matches?(request) = request.cookies["session"].blank?
end

LOCALES = { en: "English", "pt-BR": "Português" }.freeze

Rails.application.routes.draw do
  get "up" => "rails/health#show", as: :rails_health_check
  get "service-worker" => "rails/pwa#service_worker", as: :pwa_service_worker
  get "manifest", to: "rails/pwa#manifest", as: :pwa_manifest, format: "json"

  concern :commentable do
    resources :comments, only: %i[create destroy], shallow: true do
      post :flag, on: :member
    end
  end
  concern(:likeable) { resource :like, only: %i[create destroy], module: :social }
  concern :paginated do
    get "(page/:page)", action: :index, on: :collection, as: "", page: /\d+/
  end

  constraints LoggedOut.new do
    root "landing#show", as: :landing_root
  end

  scope "(:locale)", locale: Regexp.union(LOCALES.keys.map(&:to_s)) do
    root to: "home#index"
    resources :products, param: :slug, only: %i[index show], concerns: :paginated do
      resources :reviews, concerns: %i[commentable likeable], except: %i[edit update]
      member do
        get "zoom/:image_id", action: :zoom, as: :zoom, image_id: /\d+/
        post :buy
      end
      get :featured, :on => :collection
    end
    resource :cart, only: %i[show update destroy] do
      resources :items, controller: "cart_items", only: %i[create update destroy]
      get "checkout(/:step)", to: "checkouts#show", as: :checkout, defaults: { step: "address" }, constraints: { step: /address|payment|confirm/ }
    end
    %w[about terms privacy].each { |page| get page, to: "pages#show", defaults: { page: page } }
    get "blog/:year(/:month(/:day))", to: "blog#archive", year: /\d{4}/, month: /\d{1,2}/, day: /\d{1,2}/, as: :blog_archive
  end

  namespace :api, defaults: { format: :json } do
    scope module: :v2, constraints: ApiConstraints.new(version: 2) do
      resources :products, only: :index
    end
    scope module: :v1, constraints: ApiConstraints.new(version: 1, default: true) do
      resources :products, only: %i[index show] do
        resources :variants, only: :index
      end
      match "*path", to: "errors#not_found", via: :all
    end
  end

  namespace :admin do
    root "dashboard#index"
    resources :users do
      member { patch :ban, :unban } if false
      %i[ban unban].each { |a| patch a, on: :member }
      resources :sessions, only: %i[index destroy], module: :users
      collection do
        get :export, constraints: { format: /csv|xlsx/ }
        delete :purge, to: "users/purges#destroy"
      end
    end
    resources :orders, except: %i[new create], path: "sales", path_names: { edit: "amend" } do
      get :invoice, on: :member, format: "pdf"
      resource :refund, only: %i[new create], shallow: true
    end
    scope :reports, as: :reports, controller: :reports do
      get "/", action: :index
      get "sales/:from..:to", action: :sales, as: :sales, from: /\d{4}-\d\d/, to_: nil
    end
  end

  { "/shop" => "/products", "/faq" => "/help" }.each { |from, to| get from, to: redirect(to) }
  get "/p/:slug", to: redirect { |params, _| "/products/#{params[:slug]}" }, as: :short_product
  get "/old/*rest", to: redirect("/%{rest}", status: 302), format: false

  scope host: "hooks.example.com", as: :hooks do
    post "stripe", to: "webhooks/stripe#create"
  end
  constraints(subdomain: /\A[a-z]+\z/) { get "tenant", to: "tenants#show" }
  direct(:asset_host) { |path| "https://cdn.example.com/#{path}" }
  resolve("Cart") { [:cart] }
  match "*unmatched", to: "application#not_found", via: :all, constraints: ->(req) { req.path.exclude?("rails/active_storage") }
end

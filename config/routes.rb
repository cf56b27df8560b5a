# The routing language by example: the routes of a small magazine. `go run ./cmd/routes` in this folder's parent lists
# them, and `rails routes` of Rails 8.1 prints the same bytes. docs/language.md explains every word.

# Ruby around the block is run too: constants, methods and classes are there for the routes.
LOCALES = %w[en de pt-BR].freeze
SECTIONS = { news: "News", science: "Science & Nature", arts: nil }.freeze

# An object that answers matches? decides about each request. It runs when a request comes, not now.
class Subscriber
  def self.matches?(request) = request.headers["X-Plan"] == "premium"
end

Rails.application.routes.draw do
  # --- Single routes: a verb, a path, an endpoint. The name is made of the path unless as: gives one.
  root "issues#current"                                        # root_path is /
  get "about", to: "pages#about"                               # about_path
  get "imprint" => "pages#imprint", as: :legal                 # legal_path
  get "staff/editors"                                          # the last part is the action: staff#editors
  get "archive/:year(/:month)", to: "archive#index", year: /\d{4}/, month: /\d\d/, as: :archive
  get "media/*path", to: "media#show", format: false           # *path takes slashes too; no (.:format) at the end
  post "contact", to: "messages#create"
  match "search", to: "search#results", via: [:get, :post]
  match "ping", to: ->(_env) { [200, {}, ["pong"]] }, via: :all # a Rack endpoint, for every verb
  options "cors", to: "cors#preflight"                         # unanchored, without a format
  connect "live", to: "live#index"

  # --- Resources: the seven actions of a collection, or the six of a single thing.
  resources :issues, only: [:index, :show] do
    collection do
      get :latest                                              # latest_issues_path is /issues/latest
    end
    member do
      put :cover                                               # cover_issue_path is /issues/:id/cover
      get :print, format: "pdf"
    end
    new do
      post :preview                                            # /issues/new/preview
    end
    nested do
      get "facsimile/:page", to: "facsimiles#show"             # /issues/:issue_id/facsimile/:page
    end
    resources :letters, except: %i[edit update], param: :slug  # /issues/:issue_id/letters/:slug
  end
  resource :session, only: %i[new create destroy], path_names: { new: "sign-in" }
  resolve("Session") { [:session] }                            # url_for(a session) is /session

  # --- Concerns: routes that several resources share.
  concern :commentable do
    resources :comments, only: [:index, :create] do
      patch :flag, on: :member
    end
  end
  concern :taggable do |options|
    resources :tags, **options
  end
  resources :stories, concerns: :commentable do
    concerns :taggable, only: :index
  end

  # --- Shallow nesting: what has an id of its own leaves its parent behind.
  shallow do
    resources :authors, only: [:show] do
      resources :books, only: [:index, :show]                  # /authors/:author_id/books, but /books/:id
    end
  end

  # --- Scopes: a path, a module, a name or options for everything inside.
  namespace :admin do
    root "dashboard#show"
    resources :posts, :users, only: :index
    delete "cache", to: "cache#clear"
  end
  scope "(:locale)", locale: Regexp.union(LOCALES), module: :localized, as: :localized do
    resources :guides, only: :show
  end
  controller :feeds do
    get "feed", action: :articles, defaults: { format: "rss" }
    get "feed/:section" => :section, as: :section_feed
  end
  defaults format: "json" do
    get "status", to: "status#show"
  end
  with_options only: :show, controller: "cards" do
    resource :press_card
    resource :library_card
  end
  scope path_names: { new: "neu", edit: "bearbeiten" } do
    resources :ausgaben, only: %i[new edit], controller: "issues"
  end
  with_default_scope(module: "partners") do
    resources :offers, only: :index
  end

  # --- Constraints: on the request, on segments, or as an object.
  constraints subdomain: "m" do
    get "today", to: "mobile#today"
  end
  constraints id: /[A-Z]{2}\d+/ do
    resources :orders, only: :show
  end
  constraints Subscriber do
    get "premium", to: "premium#index"
  end
  get "beta", to: "beta#index", constraints: ->(request) { request.query_parameters.key?("beta") }

  # --- Redirects and other applications.
  get "home", to: redirect("/")
  get "stories/:id/read", to: redirect("/stories/%{id}", status: 302)
  get "old/:slug", to: redirect { |params, _request| "/stories/#{params[:slug].tr("_", "-")}" }
  get "shop", to: redirect(subdomain: "shop", path: "/")
  mount Sidekiq::Web => "/jobs", as: :jobs                     # a constant that no file defines keeps its name

  # --- Helpers of the application's own.
  direct(:newsletter) { "https://newsletter.example.org" }     # newsletter_url
  default_url_options host: "magazine.example"

  # --- Ruby makes routes too: loops, conditions, methods.
  def legacy(path, to:)
    get "#{path}.html", to: to, format: false, as: nil
  end
  legacy "index", to: "issues#current"

  SECTIONS.each_with_index do |(name, title), index|
    title ||= name.to_s.titleize                               # ActiveSupport's methods are there
    get "sections/#{name}", to: "sections#show", defaults: { title: title, place: index + 1 }
  end
  get "styleguide", to: "pages#styleguide" if Rails.env.development?
  get "about", to: "pages#about", as: :about unless has_named_route?(:about)

  # --- Another file: config/routes/api.rb.
  draw :api

  # --- From here on `new` and `edit` are called otherwise.
  resources_path_names new: "novo", edit: "editar"
  resources :revistas, only: %i[new edit]

  match "*unmatched", to: "errors#not_found", via: :all, as: nil # the last route takes what is left
end

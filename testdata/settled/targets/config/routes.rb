Rails.application.routes.draw do
  root to: Settings.home
  get "text", to: Settings.text
  get "action", controller: "pages", to: Settings.action
  get "path" => Settings.path
  get "class", to: Settings.jobs
  get "object", to: Settings.object
  get "upper", to: Site::START
  get "or", to: Settings.none || "posts#index"
  scope(to: Settings.scope) { get "scoped" }
  scope(controller: Settings.controller) do
    get :a
    get "b", action: Settings.named
  end
  resources :posts, controller: Settings.controller, only: :show
  mount Settings.jobs => "/jobs"
  mount Settings.object, at: "/object"
  mount Settings.other, at: "/other", as: :named
  mount Jobs::UI.app(:admin) => "/ui"
end

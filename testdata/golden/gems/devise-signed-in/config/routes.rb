# authenticate, authenticated, unauthenticated, with and without a scope and a lambda, nested, with mounts; devise_scope and as.
# oracle: gems devise
Rails.application.routes.draw do
  devise_for :users, only: :sessions
  authenticate { get "a", to: "a#a" }
  authenticate(:user) { get "b", to: "b#b"; mount Jobs::Web => "/jobs"; get "r", to: redirect("/s") }
  authenticate(:user, ->(u) { u.admin? }) { get "c", to: "c#c" }
  authenticated { get "d", to: "d#d" }
  authenticated(:user, lambda { |u| u.admin? }) { root "e#e", as: :inside_root }
  unauthenticated { get "d", to: "out#d" }
  unauthenticated(:user) { root "f#f", as: :outside_root; authenticate(:user) { get "g", to: "g#g" } }
  scope "s", constraints: ->(r) { r.get? } do
    authenticate(:user) { resources :things, only: %i[index create], constraints: ->(r) { true } }
    unauthenticated(:user) { post "things", to: "late#create" }
  end
  devise_scope :user do
    get "login", to: "devise/sessions#new"
    resources(:keys, only: :index) { as(:user) { get "x", to: "x#x" } }
  end
  root "z#z"
end

# devise_for within every kind of scope: it takes their path, name, module, path_names, constraints, defaults and options, and drops the rest.
# oracle: gems devise
Rails.application.routes.draw do
  namespace(:admin) { devise_for :users }
  scope("v1", as: "first", module: "one", path_names: { sign_in: "enter" }) { devise_for :users, skip: :passwords }
  scope(path: "(:locale)", locale: /en|nl/) { devise_for :users, as: :tongue }
  scope(":tenant", constraints: { tenant: /[a-z]+/, subdomain: "t" }) { devise_for :users, as: :tenant, constraints: { subdomain: "u" } }
  scope(defaults: { format: :json, kind: "x" }) { devise_for :users, as: :json, defaults: { kind: "y" } }
  scope(format: false) { devise_for :users, as: :bare }
  scope(shallow_path: "s", shallow_prefix: "s", shallow: true) { devise_for :users, as: :shallow }
  scope(controller: "c", action: "a") { devise_for :users, as: :fixed }
  scope(only: :index, except: :show) { devise_for :users, as: :filtered }
  scope(via: :get) { devise_for :users, as: :verby }
  scope(subject: "math", level: 3) { devise_for :users, as: :school }
  constraints(->(request) { request.ssl? }) { devise_for :users, as: :secure }
  controller(:pages) { devise_for :users, as: :paged }
  defaults(area: "d") { devise_for :users, as: :area }
  namespace :outer, path: "o", module: "m" do
    scope "inner", as: :in do
      devise_for :users, path: "deep", module: "own"
      devise_for :users, as: "named", module: :n, path_names: { sign_in: "x" }
    end
  end
  resources(:teams, only: :show) { devise_for :users, as: :team }
  resource(:club, only: :show) { devise_for :users, as: :club }
  resources(:rooms, only: []) { collection { devise_for :users, as: :room_collection }; member { devise_for :users, as: :room_member } }
  concern(:signs) { devise_for :users, as: :concern }
  concerns :signs
  with_options(path: "w") { |w| w.devise_for :users, as: :with }
  devise_scope(:user) { devise_for :users, as: :scoped }
  authenticated(:user) { devise_for :users, as: :inside }
end

# The options of devise_for, one by one and together, symbols and strings.
# oracle: gems devise
Rails.application.routes.draw do
  devise_for :users, path: :people, singular: :person, router_name: :main_app, failure_app: "Failures"
  devise_for :admins, class_name: :User, path: "", path_names: { sign_in: "", sign_out: :out, password: "forgot/it", new: "fresh", sign_up: "new", edit: "alter" }
  devise_for :bosses, class_name: "User", module: :chief, skip: "sessions"
  devise_for :cooks, class_name: "User", controllers: { sessions: "a/s", passwords: :b, registrations: "c", confirmations: "d", unlocks: "e/f" }
  devise_for :drivers, class_name: "User", only: %w[session passwords]
  devise_for :elves, class_name: "User", only: []
  devise_for :fans, class_name: "User", only: nil
  devise_for :ghosts, class_name: "User", skip: [:all, :password]
  devise_for :heroes, class_name: "User", skip: nil, skip_helpers: true, as: :brave, sign_out_via: %w[get put]
  devise_for :idols, class_name: "User", format: false, only: :sessions
  devise_for :jesters, class_name: "User", format: :json, only: :sessions
  devise_for :kings, class_name: "User", format: /xml|json/, only: :sessions
  devise_for :lords, class_name: "User", constraints: { subdomain: /l.*/, id: /\d+/ }, defaults: { format: "html", area: :court }, only: [:registrations]
  devise_for :monks, :nuns, class_name: "User", path: "abbey", only: :passwords, skip: :passwords
  devise_for :oxen, { class_name: "User", only: :unlocks }
  devise_for :pages, class_name: "User", path: "/p//q/", path_prefix: "/r", only: :sessions
  devise_for :"admin/queens", class_name: "User", only: :sessions
  devise_for :rooks, class_name: "User", only: :sessions, sign_out_via: :all
  devise_for :squires, class_name: "User", module: :court, path_names: { unlock: "open", confirmation: "yes" }, only: [:unlock, :confirmation]
end

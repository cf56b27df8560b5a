# Modules of the application below lib/devise/models, one with routes of its own.
# oracle: gems devise
Rails.application.routes.draw do
  devise_for :users, path_names: { magic_link: "magic" }
  scope("a", as: :a, module: "b") { devise_for :members, path: "people", controllers: { magic_links: "own/links" }, sign_out_via: :get }
  devise_for :guests
end

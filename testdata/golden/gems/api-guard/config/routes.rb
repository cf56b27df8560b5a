# Token authentication of models.
# oracle: gems api_guard
Rails.application.routes.draw do
  api_guard_routes for: "users"
  api_guard_routes for: :admins, path: "boss", as: "boss", controller: { registration: "admins/registration", tokens: "admins/tokens" }
  namespace(:api) { api_guard_routes for: "users", except: [:registration] }
  api_guard_scope("users") { post "account/login" => "users/login#create" }
  api_guard_routes for: "users", only: [:authentication], as: "only", path: "only"
end

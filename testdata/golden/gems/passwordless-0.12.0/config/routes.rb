# Signing in by a link, of passwordless 0.12.0.
# oracle: gems passwordless
Rails.application.routes.draw do
  passwordless_for :users
  passwordless_for :admins, at: "/", as: :auth
  namespace(:staff) { passwordless_for :people, at: "/in", as: "people_" }
end

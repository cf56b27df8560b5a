# Signing in by a link, of passwordless 1.0.1.
# oracle: gems passwordless
Rails.application.routes.draw do
  passwordless_for :users
  passwordless_for :admins, at: "/", as: :auth, controller: "sign_ins"
  namespace(:staff) { passwordless_for :people, at: "/in", as: "people_" }
end

# mount_devise_token_auth_for: without OmniAuth
# oracle: gems devise, devise_token_auth
Rails.application.routes.draw do
  mount_devise_token_auth_for "User", at: "auth"
  mount_devise_token_auth_for "Admin::Boss", at: "/boss", skip: [:omniauth_callbacks, :passwords], controllers: { sessions: "boss/sessions", token_validations: "boss/valid" }
  namespace :api do
    scope :v1, defaults: { format: :json }, constraints: { subdomain: "api" } do
      mount_devise_token_auth_for "User", at: "login", as: :people, skip: [:token_validations, :registrations]
    end
  end
  scope(module: "m") { mount_devise_token_auth_for "Other", { at: "", controllers: { omniauth_callbacks: "o/cb", unlocks: "o/unlocks", confirmations: :own } } }
  get "after", to: "a#b"
end

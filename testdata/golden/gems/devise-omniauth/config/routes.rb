# Providers from the initializer and from the model, requests of the authorize route, names and scopes.
# oracle: gems devise
Rails.application.routes.draw do
  scope(defaults: { a: 1 }, constraints: { subdomain: "www" }) { devise_for :users, controllers: { omniauth_callbacks: "users/omniauth_callbacks" } }
  devise_for :members, skip: [:omniauth_callback]
end

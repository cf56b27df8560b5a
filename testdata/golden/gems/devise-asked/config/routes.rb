# What routes ask of Devise's settings, and models whose conditions the program decides.
# oracle: gems devise
Rails.application.routes.draw do
  devise_for :users, skip: :sessions
  devise_for :members, sign_out_via: [:get, :delete]
  devise_scope :user do
    match "logout", to: "devise/sessions#destroy", via: Devise.mappings[:user].sign_out_via
  end
  devise_scope(:member) { match "leave", to: "devise/sessions#destroy", via: Devise.mappings[:member].sign_out_via }
  match "out", to: "devise/sessions#destroy", via: Devise.sign_out_via
  Devise.omniauth_providers.each { |provider| get "hello/#{provider}", to: "hello#show" }
end

# oracle: gems devise jsonapi-resources route_translator
# A routes file makes settings of gems itself, as initializers do.
Rails.application.routes.draw do
  Devise.sign_out_via = :get
  devise_for :users, only: :sessions
  draw :more
  devise_for :admins, only: :sessions
  get "via/#{Devise.mappings[:user].sign_out_via}", to: "a#b"
  JSONAPI.configuration.route_format = :underscored_route
  jsonapi_resources :blog_posts
  JSONAPI.configure { |config| config.route_format = :camelized_route }
  jsonapi_resources :blog_notes
  RouteTranslator.config { |config| config.force_locale = true }
  localized { get "a", to: "x#y" }
end

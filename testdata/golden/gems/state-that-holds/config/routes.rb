# What the words of gems leave for those behind them, under conditions; Settings answer true.
# oracle: gems devise, devise_token_auth, doorkeeper, doorkeeper-openid_connect, doorkeeper-device_authorization_grant, health_check, route_translator, jsonapi-resources, activeadmin, versionist, apipie-rails, avo, bigbluebutton_rails, hyrax
Rails.application.routes.draw do
  devise_for :admins, only: [] if Settings.on?
  devise_for :users, sign_out_via: :get, only: :sessions if Settings.off?
  devise_for :users, path: "people", skip: :confirmations unless Settings.off?
  authenticate { get "inside", to: "a#inside" }
  scope("s", as: :s) { devise_for :guests, path: (Settings.on? ? "on" : "off") }

  scope("a", as: :a) do
    use_doorkeeper do
      controllers tokens: "my/tokens" if Settings.on?
      skip_controllers :applications, :authorized_applications if Settings.off?
      as token_info: :info if Settings.on?
    end
    use_doorkeeper_openid_connect { skip_controllers(*(Settings.on? ? [:userinfo] : [])) }
    use_doorkeeper_device_authorization_grant { controller device_codes: (Settings.on? ? "my/codes" : "other/codes") }
  end
  use_doorkeeper(scope: (Settings.on? ? "on" : "off")) { skip_controllers :tokens unless Settings.off? }

  add_health_check_routes
  health_check_routes "alive" if Settings.on?
  add_health_check_routes
  scope("well") { add_health_check_routes "other" } unless Settings.on?
  add_health_check_routes

  localized do
    get "people", to: "people#index", as: :everybody
    localized { get "people/inner", to: "people#inner", as: :inner } if Settings.on?
    get "people/after", to: "people#after", as: :after
  end
  get "people/last", to: "people#last"

  scope("j", as: :j) { jsonapi_resources :posts }
  scope("k", as: :k) do
    jsonapi_resources(:posts) do
      jsonapi_relationships if Settings.on?
      jsonapi_links :comments unless Settings.on?
    end
  end

  ActiveAdmin.routes(self)

  api_version(module: "V1", path: { value: "v1" }, default: true) { get "x", to: "x#y" } if Settings.on?
  api_version(module: "V2", header: { name: "Accept", value: "v2" }) { get "y", to: "x#y" }

  apipie
  mount_avo
  bigbluebutton_routes :default, only: ["rooms"], controllers: { rooms: "my/rooms" } if Settings.on?
  scope("b", as: :b) { bigbluebutton_routes :default, only: ["rooms"] }
  curation_concerns_basic_routes { get :extra if Settings.on? }
end

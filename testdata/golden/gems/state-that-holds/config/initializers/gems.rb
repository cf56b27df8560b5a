Devise.setup { |config| config.sign_out_via = :post if Settings.off? }
Devise.add_module :wave, route: (Settings.on? ? :registration : :confirmation)
Devise.add_module :early, route: :password, insert_at: 0 if Settings.on?
module Devise
  module Models
    module Wave; end
    module Early; end
  end
end
Doorkeeper.configure do
  allow_token_introspection false if Settings.off?
end
HealthCheck.setup { |config| config.uri = "state" if Settings.off? }
Apipie.configure { |config| config.doc_base_url = "/docs" if Settings.on? }
Avo.configure { |config| config.root_path = Settings.on? ? "/on_avo" : "/off_avo" }
BigbluebuttonRails.configure { |config| config.routing_scope = "conf" if Settings.on? }
Hyrax.config do |config|
  config.register_curation_concern :book if Settings.on?
  config.register_curation_concern :image
  config.register_curation_concern :book
end
I18n.available_locales = [:en, :fr]
RouteTranslator.config { |config| config.force_locale = true if Settings.off? }
JSONAPI.configure { |config| config.route_format = :underscored_route if Settings.on? }
ActiveAdmin.setup { |config| config.default_namespace = :boss if Settings.on? }

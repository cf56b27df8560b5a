Devise.setup do |config|
  config.sign_out_via = :get if Rails.env.test?
  config.sign_out_via = Settings.on? ? :post : :delete
  config.omniauth_path_prefix = "/never" if false
  providers = { "hub" => Settings.on?, "lab" => true }
  providers.each { |name, there| config.omniauth name.to_sym if there }
  config.omniauth :saml, name: "okta" unless Settings.on?
end

OmniAuth.config.allowed_request_methods = Settings.on? ? [:get, :post] : [:post]

Devise.setup do |config|
  config.saml_route_helper_prefix = "saml"
end

Doorkeeper.configure do
  allow_token_introspection false if Settings.off?
  use_url_path_for_native_authorization if Settings.on?
end

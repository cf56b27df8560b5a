Doorkeeper.configure do
  orm :active_record
  resource_owner_authenticator { current_user }
  use_url_path_for_native_authorization
  allow_token_introspection false
end

Doorkeeper.configure do
  api_only
  allow_token_introspection false
end

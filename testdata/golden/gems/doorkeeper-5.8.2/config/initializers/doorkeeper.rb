Doorkeeper.configure do
  allow_token_introspection false
end

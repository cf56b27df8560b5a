Doorkeeper.configure do
  allow_token_introspection do |token, authorized_client, authorized_token|
    false
  end
end

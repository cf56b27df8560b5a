Doorkeeper::OpenidConnect.configure do
  issuer "x"
  dynamic_client_registration true
end

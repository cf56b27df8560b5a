Doorkeeper.configure do
  api_only
end

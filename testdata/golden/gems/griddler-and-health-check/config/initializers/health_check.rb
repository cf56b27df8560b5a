HealthCheck.setup do |config|
  config.uri = "status"
end

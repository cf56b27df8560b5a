HealthCheck.setup do |config|
  config.uri = "ok" if Rails.env.test?
  config.uri = "well" if Settings.on?
end

Rails.application.configure do
  config.enable_reloading = false
  ENV["SIGNALBOX_ENVIRONMENT"] ||= "development"
  ENV["SIGNALBOX_ORDER"] += "2"
end

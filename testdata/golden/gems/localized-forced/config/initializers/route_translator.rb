RouteTranslator.config do |config|
  config.force_locale = true
end

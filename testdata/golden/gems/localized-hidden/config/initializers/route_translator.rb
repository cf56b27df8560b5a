RouteTranslator.config do |config|
  config.hide_locale = true
end

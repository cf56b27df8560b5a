RouteTranslator.config do |config|
  config.disable_fallback = true
end

RouteTranslator.config do |config|
  config.generate_unlocalized_routes = true
  config.available_locales = [:fr, :en]
end

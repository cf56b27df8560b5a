RouteTranslator.config do |config|
  config.generate_unnamed_unlocalized_routes = true
  config.locale_param_key = :lang
end

RouteTranslator.config do |config|
end

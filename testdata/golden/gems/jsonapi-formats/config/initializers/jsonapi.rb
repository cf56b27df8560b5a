JSONAPI.configure do |config|
  config.route_format = :camelized_route
end

JSONAPI.configure do |config|
  config.route_format = :underscored_route
end

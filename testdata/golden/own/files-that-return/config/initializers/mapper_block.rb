Rails.application.config.to_prepare do
  ActionDispatch::Routing::Mapper.class_eval { def block_routes = get("block_routes/before", to: "mapper#block") }
  next unless Rails.env.production?
  ActionDispatch::Routing::Mapper.class_eval { def block_routes = get("block_routes/behind", to: "mapper#block") }
end

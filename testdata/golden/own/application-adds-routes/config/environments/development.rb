Rails.application.routes.append { get "of_development", to: "b#development" }
Rails.application.configure do
  config.after_initialize { Rails.application.routes.append { get "after_development", to: "b#after_development" } }
end

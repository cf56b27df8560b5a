Rails.application.config.to_prepare do
  Rails.application.routes.prepend { get "prepared", to: "b#prepared" }
end
Rails.application.config.after_initialize do
  Rails.application.routes.append { get "after_all", to: "b#after" }
end
Rails.application.configure do
  config.to_prepare { Rails.application.routes.append { get "configured", to: "b#configured" } }
end

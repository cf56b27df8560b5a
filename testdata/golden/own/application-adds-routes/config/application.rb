require_relative "../lib/extra_routes"

module Store
  class Application < Rails::Application
    config.x.tier = "gold"
    config.before_initialize { |app| app.routes.append { get "before_initialize", to: "b#before" } }
    config.after_initialize { Rails.application.routes.append { get "after_initialize", to: "b#after" } }
    config.to_prepare { Rails.application.routes.append { get "prepared", to: "b#prepared" } }
    initializer("behind") { |app| app.routes.append { get "behind", to: "b#behind" } }
    initializer("front", before: "behind") do
      path = "front"
      if Rails.env.development?
        routes.prepend { get path, to: "b#front" }
      else
        routes.prepend { get "elsewhere", to: "b#elsewhere" }
      end
    end
    initializer("tier", after: :load_config_initializers) do |app|
      tier = config.x.tier
      app.routes.append { get "tier/#{tier}", to: "b#tier" }
    end
    config.after_initialize { |app| ExtraRoutes.add(app) }
  end
end

Rails.application.config.active_storage.routes_prefix = "/files"
Rails.application.config.turbo.draw_routes = false
Rails.application.config.action_cable.mount_path = nil
Rails.application.config.action_mailer.show_previews = false
Rails.application.config.assets.prefix = "/static"

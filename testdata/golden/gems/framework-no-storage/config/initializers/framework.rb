Rails.application.config.active_storage.draw_routes = false
Rails.application.config.action_cable.mount_path = "/live"

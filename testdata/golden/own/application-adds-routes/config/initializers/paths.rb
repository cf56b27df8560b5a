Rails.application.routes_reloader.paths.unshift(Rails.root.join("config/early.rb").to_s)

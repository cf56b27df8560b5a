port = 3000
Rails.application.routes.default_url_options = { host: "gone.example", trailing_slash: true }
Rails.application.routes.default_url_options = { protocol: "https" }
Rails.application.routes.default_url_options[:port] = port + 1
Rails.application.routes.default_url_options.merge!(user: "u", password: "p") if Rails.env.development?
Rails.application.routes.default_url_options[:subdomain] = "no" unless Rails.env.development?

Rails.application.routes.append { get "of_production", to: "b#production" }

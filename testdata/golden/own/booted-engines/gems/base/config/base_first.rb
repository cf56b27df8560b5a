Rails.application.routes.draw { get "base_first", to: "base#first" }

Rails.application.routes.draw { get "listed_b", to: "listed#b" }

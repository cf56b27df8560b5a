Rails.application.routes.draw { get "listed_a", to: "listed#a" }

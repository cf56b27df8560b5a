Rails.application.routes.draw { get "late", to: "late#show" }

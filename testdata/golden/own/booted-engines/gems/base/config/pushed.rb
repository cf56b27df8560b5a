Rails.application.routes.draw { get "pushed", to: "base#pushed" }

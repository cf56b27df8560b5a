Rails.application.routes.draw { get "early", to: "b#early" }

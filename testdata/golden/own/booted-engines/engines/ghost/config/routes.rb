Rails.application.routes.draw { get "ghost", to: "ghost#show" }

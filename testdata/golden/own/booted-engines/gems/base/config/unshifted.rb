Rails.application.routes.draw { get "unshifted", to: "base#unshifted" }

Rails.application.routes.append { get "of_the_engines_initializer", to: "b#file" }

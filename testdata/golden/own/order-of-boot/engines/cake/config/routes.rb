Cake::Engine.routes.draw { get "file", to: "files#show" }
Rails.application.routes.draw { mount Cake::Engine => "/cake" }

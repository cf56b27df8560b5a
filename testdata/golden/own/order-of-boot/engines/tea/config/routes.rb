Tea::Engine.routes.draw { get "file", to: "files#show" }
Rails.application.routes.draw { mount Tea::Engine => "/tea" }

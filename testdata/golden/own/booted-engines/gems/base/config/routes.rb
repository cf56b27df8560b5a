Rails.application.routes.draw { mount Base::Engine => "/base" }
Base::Engine.routes.default_scope = { module: "base", path: "(:locale)", locale: /de|en/ }
Base::Engine.routes.draw { resource :setting, only: :show }

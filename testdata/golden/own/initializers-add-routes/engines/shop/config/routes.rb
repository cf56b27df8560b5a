Shop::Engine.routes.draw { root "carts#index" }

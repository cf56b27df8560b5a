Shop::Engine.routes.draw do
  resources :carts, only: %i[index show]
  draw :more
end

Rails.application.routes.draw do
  get "from_shop", to: "shop/front#show"
end

Blog::Engine.routes.draw do
  resources :posts, only: :index
end

Shop::Engine.routes.draw do
  get "blog_in_shop", to: "blog#show"
end

Rails.application.routes.draw do
  get "from_blog", to: "blog/posts#recent"
end

Blog::Admin::Engine.routes.draw do
  root to: "posts#index"
end

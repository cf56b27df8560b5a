# resource with a colon in param
Rails.application.routes.draw do
  resources :posts do
    resource :author, param: "a:b"
  end
end

# default_url_options that initializers give the routes; optional parts in front of the path.
Rails.application.routes.draw do
  scope "(:locale)" do
    resources :posts, only: %i[index show]
  end
  get "x/:a(/:b)", to: "x#y", as: :pair
  get "plain/:id", to: "x#z", as: :plain
end

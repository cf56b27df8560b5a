# Optional parts beside default_url_options of the routes file; see calls.rb.
Rails.application.routes.draw do
  default_url_options host: "routes.example", locale: "fr"
  scope "(:locale)" do
    resources :posts, only: %i[index show]
  end
  get "(:a)/mid/:b(/:c)", to: "x#y", as: :mid
  get "plain/:id", to: "x#y", as: :plain
end

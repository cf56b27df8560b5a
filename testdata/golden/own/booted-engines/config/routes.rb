# oracle: framework, booted
# Engines of the Gemfile: what they draw into the application and into each other, in the order of Rails' boot.
Rails.application.routes.draw do
  root "home#index"
  mount Shop::Engine, at: "/shop"
  mount Blog::Engine => "/blog", as: :journal
  scope "/:tenant" do
    mount Shop::Engine, at: "/shop", as: :tenant_shop
  end
  get "own", to: "own#show"
end

# What initializers of the application and of an engine append, prepend and draw as the application starts.
# oracle: framework, booted
Rails.application.routes.draw do
  get "own", to: "a#own"
  mount Shop::Engine, at: "shop"
end

# What the application's class, its environment and code that its start calls add to the routes.
# oracle: framework, booted
Rails.application.routes.draw do
  get "own", to: "a#own"
end

# oracle: framework, booted
# The order in which the initializers of two engines run, and what Rails clears as it loads the routes files.
Rails.application.routes.draw do
  get "own", to: "own#show"
end

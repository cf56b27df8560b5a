# an array as constraint of a route
Rails.application.routes.draw do
  get "x", to: "x#y", constraints: [:a, "b", nil]
end

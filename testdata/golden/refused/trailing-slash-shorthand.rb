# a shorthand that ends with a slash has no action
Rails.application.routes.draw do
  get "a/b/"
end

# a target that ends with its #
Rails.application.routes.draw do
  get "a/*", to: "x#y"
  get "b/:id", to: "x#", as: :b
end

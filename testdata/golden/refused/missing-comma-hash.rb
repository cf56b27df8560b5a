# a missing comma in a hash
Rails.application.routes.draw do
  get "a", defaults: { x: 1 y: 2 }
end

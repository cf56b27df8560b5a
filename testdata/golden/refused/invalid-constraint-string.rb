# a string as constraint
Rails.application.routes.draw do
  get "x", to: "x#y", constraints: "api"
end

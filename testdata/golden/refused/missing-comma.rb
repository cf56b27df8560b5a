# a missing comma between arguments
Rails.application.routes.draw do
  get "a" to: "a#b"
end

# constraints must be callable
Rails.application.routes.draw do
  get "x", to: "x#y", constraints: 5
end

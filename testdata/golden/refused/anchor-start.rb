# an anchor at the start of a requirement
Rails.application.routes.draw do
  get "x/:id", to: "x#y", id: /^\d+/
end

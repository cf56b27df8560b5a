# a dollar anchor at the end
Rails.application.routes.draw do
  get "x/:id", to: "x#y", constraints: { id: /\d+$/ }
end

# match with an empty via
Rails.application.routes.draw do
  match "x", to: "x#y", via: []
end

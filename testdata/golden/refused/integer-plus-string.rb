# an integer plus a string
Rails.application.routes.draw do
  get "v#{1 + "1"}", to: "x#y"
end

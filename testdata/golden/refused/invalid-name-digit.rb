# an explicit name that begins with a digit
Rails.application.routes.draw do
  get "x", to: "x#y", as: "2fast"
end

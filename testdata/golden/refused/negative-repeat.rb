# a string repeated a negative number of times
Rails.application.routes.draw do
  get "a" * -1, to: "x#y"
end

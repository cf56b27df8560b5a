# a character without a place in the encoding
Rails.application.routes.draw do
  get "café".encode("US-ASCII"), to: "x#y"
end

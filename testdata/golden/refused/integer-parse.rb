# Integer() of a word
Rails.application.routes.draw do
  get "v/#{Integer("one")}", to: "x#y"
end

# Float() of a word
Rails.application.routes.draw do
  get "v/#{Float("1,5")}", to: "x#y"
end

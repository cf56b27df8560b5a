# a method that integers do not have
Rails.application.routes.draw do
  get 5.pluralise, to: "x#y"
end

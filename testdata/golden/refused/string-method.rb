# a method that strings do not have
Rails.application.routes.draw do
  get "About".underscored_path, to: "x#y"
end

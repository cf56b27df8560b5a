# a string plus nil
Rails.application.routes.draw do
  get "x" + nil, to: "x#y"
end

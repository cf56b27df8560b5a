# fetch beyond an array
Rails.application.routes.draw do
  names = %w[a b]
  get names.fetch(5), to: "x#y"
end

# a number times nil
Rails.application.routes.draw do
  per = nil
  get "x/#{25 * per}", to: "x#y"
end

# anchor on a namespace
Rails.application.routes.draw do
  namespace :x, anchor: false do
    get "y", to: "z#y"
  end
end

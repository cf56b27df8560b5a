# a bad unicode escape
Rails.application.routes.draw do
  get "\u12", to: "x#y"
end

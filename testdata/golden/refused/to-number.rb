# to: a number
Rails.application.routes.draw do
  post "x",
    to: 5
end

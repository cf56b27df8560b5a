# root with a number
Rails.application.routes.draw do
  root 5
end

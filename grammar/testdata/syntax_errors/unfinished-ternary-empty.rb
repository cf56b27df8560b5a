Rails.application.routes.draw do
  get "a", to: x ?
end

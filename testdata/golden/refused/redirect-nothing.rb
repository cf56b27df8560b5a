# redirect without target
Rails.application.routes.draw do
  get "x", to: redirect
end

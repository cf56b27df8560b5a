# redirect with a number
Rails.application.routes.draw do
  get "x", to: redirect(5)
end

# to: must be a string or an app
Rails.application.routes.draw do
  get "x", to: :show
end

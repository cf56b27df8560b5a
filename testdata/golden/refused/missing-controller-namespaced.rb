# a module alone is no controller
Rails.application.routes.draw do
  get :home
end

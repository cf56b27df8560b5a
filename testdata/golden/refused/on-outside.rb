# on: outside of resources
Rails.application.routes.draw do
  get :y, on: :collection
end

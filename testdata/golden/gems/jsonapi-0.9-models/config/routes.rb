# The class of a relationship is that of the model's association.
# oracle: gems jsonapi-resources
Rails.application.routes.draw do
  jsonapi_resources :users
  jsonapi_resources :characters
  jsonapi_resources :readers
  jsonapi_resources :follows
end

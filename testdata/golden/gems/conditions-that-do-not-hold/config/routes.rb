# What models, initializers and app/admin say under conditions, in loops and by lists; Settings answer false.
# oracle: gems devise, doorkeeper, health_check, activeadmin
Rails.application.routes.draw do
  devise_for :users
  devise_for :members, skip: :omniauth_callbacks
  use_doorkeeper
  health_check_routes
  ActiveAdmin.routes(self)
end

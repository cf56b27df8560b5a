# Modules come from the model: constants, splats, several lines, concerns, superclasses, nested names, their order.
# oracle: gems devise
Rails.application.routes.draw do
  devise_for :users
  devise_for :admins
  devise_for :authors
  devise_for :readers
  devise_for :buyers, class_name: "Shop::Buyer"
  devise_for "clerks", class_name: "::Shop::Clerk"
  devise_for :visitors
  devise_for :robots
  devise_for :keepers
end

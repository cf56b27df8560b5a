# What initializers say to the classes of models counts.
# oracle: gems devise
Rails.application.routes.draw do
  devise_for :users
  devise_for :admins
  devise_for :people
  devise_for :members
  devise_for :guests
end

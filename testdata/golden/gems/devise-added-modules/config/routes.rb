# Modules that the application adds to Devise.
# oracle: gems devise
Rails.application.routes.draw do
  devise_for :users, :members, :guests
end

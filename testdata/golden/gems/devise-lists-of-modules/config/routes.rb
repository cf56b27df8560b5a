# Modules that models list in variables; devise-two-factor 4 comes last.
# oracle: gems devise devise-two-factor
Rails.application.routes.draw do
  devise_for :users, :members, :guests
end

# Two mappings of one name.
# oracle: gems devise
Rails.application.routes.draw do
  devise_for :users
  devise_for :users, path: "again"
end

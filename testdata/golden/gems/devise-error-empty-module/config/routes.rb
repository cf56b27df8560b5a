# An empty module.
# oracle: gems devise
Rails.application.routes.draw do
  devise_for :users, module: ""
end

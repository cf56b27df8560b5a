# path_names wants a hash.
# oracle: gems devise
Rails.application.routes.draw do
  devise_for :users, path_names: "x"
end

# Options are needed.
# oracle: gems devise, devise_token_auth
Rails.application.routes.draw do
  mount_devise_token_auth_for "User"
end

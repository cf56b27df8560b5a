# Active Admin 4: Devise's own methods of the sign-out route.
# oracle: gems devise, activeadmin
Rails.application.routes.draw do
  devise_for :admin_users, ActiveAdmin::Devise.config
  ActiveAdmin.routes(self)
end

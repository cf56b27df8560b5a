# ActiveAdmin.routes(self): resources, pages, actions, parents, namespaces, the configuration of Devise.
# oracle: gems devise, activeadmin
Rails.application.routes.draw do
  devise_for :admin_users, ActiveAdmin::Devise.config
  ActiveAdmin.routes(self)
end

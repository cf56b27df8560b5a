# ActiveAdmin.routes(self) without a namespace, and one registered in the initializer first.
# oracle: gems devise, activeadmin
Rails.application.routes.draw do
  devise_for :admin_users, ActiveAdmin::Devise.config.merge(only: :sessions)
  ActiveAdmin.routes(self)
end

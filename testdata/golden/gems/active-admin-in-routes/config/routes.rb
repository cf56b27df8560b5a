# What a routes file says to Active Admin itself: settings of every form, and a namespace.
# oracle: gems devise, activeadmin
ActiveAdmin.setup { |config| config.root_to = "posts#index" }
Rails.application.routes.draw do
  ActiveAdmin.application.batch_actions = true
  ActiveAdmin.application.namespace(:office)
  devise_for :admin_users, ActiveAdmin::Devise.config
  ActiveAdmin.routes(self)
end

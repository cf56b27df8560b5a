# omniauth_path_prefix, allowed_request_methods, sign_out_via, unlock_strategy of the initializers.
# oracle: gems devise
Rails.application.routes.draw do
  namespace :admin do
    devise_for :users, module: "devise"
    devise_for :owners, class_name: "Owner", skip: :sessions
  end
end

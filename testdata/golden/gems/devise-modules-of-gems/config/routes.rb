# Modules that devise_invitable, devise-security and devise-two-factor add to Devise.
# oracle: gems devise, devise-security, devise-two-factor, devise_invitable
Rails.application.routes.draw do
  devise_for :users
  devise_for :admins, path_names: { invitation: "invite", accept: "yes", remove: "no", password_expired: "old", verification_code: "code" },
                      controllers: { registrations: "own/registrations", invitations: "own/invitations", password_expired: "own/expired" }
  devise_for :staff, class_name: "Admin", module: "staff"
  namespace(:backend) { devise_for :admins, as: :backend, skip: %i[sessions invitations] }
  devise_for :guests, only: [:invitations, :registrations]
end

# Modules of gems for Devise: their earlier versions.
# oracle: gems devise, devise_masquerade, devise_security_extension, two_factor_authentication
Rails.application.routes.draw do
  devise_for :users
  devise_for :admins, path: "staff", path_names: { masquerade: "as", two_factor_authentication: "2fa", password_expired: "old" },
                      controllers: { masquerades: "admins/masquerades", two_factor_authentication: "admins/codes" }
  scope "(:locale)", locale: /en|fr/ do
    devise_for :people, class_name: "Admin", skip: :sessions
  end
end

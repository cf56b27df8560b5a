# Sign-in by CAS, SAML and LDAP: the modules of their gems.
# oracle: gems devise devise_cas_authenticatable devise_ldap_authenticatable devise_saml_authenticatable
Rails.application.routes.draw do
  devise_for :users
  devise_for :members, controllers: { saml_sessions: "members/saml" }, path_names: { sign_out: "bye" }
  scope("a", as: :a) { devise_for :guests, path: "g", sign_out_via: :get }
  devise_for :staff, class_name: "Guest", skip: :passwords
  devise_for :admins, controllers: { cas_sessions: "cas" }
end

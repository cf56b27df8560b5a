# The older gem of CAS, and SAML's names with a prefix.
# oracle: gems devise devise_cas_authenticatable devise_saml_authenticatable
Rails.application.routes.draw do
  devise_for :users, path: "", path_names: { sign_in: "in" }
  devise_for :members
end

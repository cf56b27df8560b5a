# Devise Token Auth.
#
# word: mount_devise_token_auth_for
#   Maps token authentication of a model.
#   mount_devise_token_auth_for "User", at: "auth"

# sign_out_via without a verb.
# oracle: gems devise
Rails.application.routes.draw do
  devise_for :users, sign_out_via: []
end

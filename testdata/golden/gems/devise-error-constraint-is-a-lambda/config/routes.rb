# constraints wants a hash.
# oracle: gems devise
Rails.application.routes.draw do
  devise_for :users, constraints: ->(r) { true }
end

# OmniAuth 1 allows GET and POST by itself, Devise 5 follows it.
# oracle: gems devise
Rails.application.routes.draw do
  devise_for :users
end

# Devise 4: providers answer GET and POST whatever OmniAuth allows, and format: false is a default, which stays.
# oracle: gems devise
Rails.application.routes.draw do
  devise_for :users, format: false
  scope(size: 3) do
    devise_for :members, format: false, only: :sessions
    get "after", to: "pages#after"
    devise_for :guests, class_name: "Member", format: :json
  end
end

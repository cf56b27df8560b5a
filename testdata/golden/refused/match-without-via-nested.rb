# match without via in a member block
Rails.application.routes.draw do
  resources :xs, only: :show do
    member do
      match :toggle
    end
  end
end

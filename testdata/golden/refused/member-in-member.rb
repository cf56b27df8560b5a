# member inside member
Rails.application.routes.draw do
  resources :xs do
    member do
      member do
        get :y
      end
    end
  end
end

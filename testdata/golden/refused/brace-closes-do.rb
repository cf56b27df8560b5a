# a brace where end belongs
Rails.application.routes.draw do
  resources :xs do
    get :y
  }
end

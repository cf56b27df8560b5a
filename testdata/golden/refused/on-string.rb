# on: takes symbols only
Rails.application.routes.draw do
  resources :xs do
    get :y, on: "member"
  end
end

# concerns with a name of nil
Rails.application.routes.draw do
  resources :xs do
    concerns nil
  end
end

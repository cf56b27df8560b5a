# anchor on resources becomes one of the scope around it
Rails.application.routes.draw do
  resources :xs, anchor: false
end

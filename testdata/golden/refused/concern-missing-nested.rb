# an unknown concern inside a concern
Rails.application.routes.draw do
  concern :outer do
    concerns :inner
  end
  resources :xs do
    concerns :outer
  end
end

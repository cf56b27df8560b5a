# a concern that cannot be called
Rails.application.routes.draw do
  concern :listed, [:a, :b]
  resources :xs, concerns: [:listed]
end

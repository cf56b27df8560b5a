# What inflect.uncountable returns takes further words.
Rails.application.routes.draw do
  resources :trash, :staff, :luggage, :audio, only: [:index, :show]
end

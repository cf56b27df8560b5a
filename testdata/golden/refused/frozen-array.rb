# a change to a frozen constant
Rails.application.routes.draw do
  ACTIONS = %i[index show].freeze
  ACTIONS << :new
  resources :xs, only: ACTIONS
end

resources :trees, only: :show do
  resources :leaves, only: %i[index show]
end

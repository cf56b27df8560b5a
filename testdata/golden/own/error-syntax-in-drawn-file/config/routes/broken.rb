resources :users do
  get :export, on: :collection)
end

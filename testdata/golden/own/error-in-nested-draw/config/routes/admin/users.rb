resources :users do
  get :export,
      on: :collection,
      constraints: { id: 1 }
  get "a b.c",
      as: "not valid"
end

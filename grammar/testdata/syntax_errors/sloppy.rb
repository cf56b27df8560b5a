Rails.application.routes.draw do
  x = if a
        b
      end
  resources :a,
            only: [] do
    get :b
            end
  get "c"
  end
end

# an unknown on: through with_options
Rails.application.routes.draw do
  resources :xs do
    with_options on: :members do
      get :y
    end
  end
end

# concerns are looked up by the very key
Rails.application.routes.draw do
  concern "named" do
    get :x
  end
  resources :ys, concerns: :named
end

Rails.application.routes.draw do
  controller :sessions, defaults: { format: :json } do
    get :login
  end
end

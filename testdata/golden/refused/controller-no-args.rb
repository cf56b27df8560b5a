# controller without a name
Rails.application.routes.draw do
  controller do
    get :x
  end
end

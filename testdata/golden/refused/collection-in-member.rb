# collection inside a member of a singular resource
Rails.application.routes.draw do
  resource :x do
    member do
      collection do
        get :y
      end
    end
  end
end

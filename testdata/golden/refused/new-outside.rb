# new outside of resources
Rails.application.routes.draw do
  new do
    get :preview
  end
end

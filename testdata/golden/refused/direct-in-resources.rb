# direct inside resources
Rails.application.routes.draw do
  resources :xs do
    direct(:y) { "https://y.example" }
  end
end

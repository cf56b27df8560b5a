# a namespace with a blank in its name
Rails.application.routes.draw do
  namespace "my admin", module: "adm", path: "adm" do
    resources :users, only: :index
  end
end

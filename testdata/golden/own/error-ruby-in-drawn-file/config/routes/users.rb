resources :users
page "zz"

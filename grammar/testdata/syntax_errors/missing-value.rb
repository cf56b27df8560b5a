draw do
  resources :a { get :b }
  get :x, :to => 
end

# Names that clash: implicit ones are dropped, has_named_route?, resources drawn twice, members that repeat, names with digits first.
Rails.application.routes.draw do
  get "a", to: "x#one"
  get "a", to: "x#two"
  get "/a/", to: "x#three"
  post "a", to: "x#four"
  get "b/c", to: "x#bc"
  get "b-c", to: "x#b_c"
  get "b_c", to: "x#b__c"
  resources :ds, only: %i[index show]
  resources :ds, only: %i[index show create]
  resource :d, only: :show
  get "ds", to: "x#ds"
  get "new_e", to: "x#new_e"
  resources :es, only: %i[new index]
  resources :fs, only: :show do
    get :g, on: :member
    post :g, on: :member
    get :g, on: :collection
    get :g
    get "g", to: "x#g"
  end
  resources :news, :news, only: %i[index show]
  namespace :h do
    get "i", to: "x#i"
  end
  get "h_i", to: "x#h_i"
  get "h/i", to: "x#h_i2"
  get "j", to: "x#j", as: :k
  get "k", to: "x#k"
  get "l", to: "x#l", as: has_named_route?(:k) ? :l_after_k : :l_plain
  get "m", to: "x#m" unless has_named_route?("zzz")
  root to: "x#root"
  get "root", to: "x#root2"
  get "2x", to: "x#2x"
  scope as: "n" do
    get "2x", to: "x#n2x"
    get "2x", to: "x#n2x_again"
  end
  mount ->(_) { [200, {}, []] }, at: "o"
  get "o", to: "x#o"
end

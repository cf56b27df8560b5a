get :nested_bare
get :nested_member, on: :member
resources :nested_things, only: :index

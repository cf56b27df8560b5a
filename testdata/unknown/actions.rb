Rails.application.routes.draw do
  resources :posts, only: [*([:index] if S.a?), *([:show] if S.b?), *([:new] if S.c?)]
  resources :comments, except: [:index, *([:show, :new] if S.b?)]
  resource :profile, only: (S.d? ? [:show] : [:edit, :update])
  list = %i[index create]
  list << :show if S.a?
  list << :edit unless S.b?
  resources :likes, only: list do
    get :who, on: :member
    resources :fans, only: [*([:index] if S.c?), :create]
  end
  resources :tags, only: [:index, *([:index, :show] if S.d?)], except: [*([:show] if S.a?)]
end

Rails.application.routes.draw do
  root "posts#index"
  resources :posts, only: %i[index show] do
    resources :comments, only: [:create, :destroy], shallow: true
  end
  namespace(:admin) { resource :profile, only: :show }
  %w[about terms].each { |page| get page, to: "pages##{page}" }
end

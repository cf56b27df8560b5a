# Devise.
#
# word: devise_for
#   Maps what the modules of a model need to sign people in.
#   devise_for :users, controllers: { sessions: "sessions" }
# word: devise_scope
#   Tells whose Devise controllers the routes inside lead to.
#   devise_scope(:user) { get "login", to: "devise/sessions#new" }
# word: as
#   Is another name of devise_scope.
#   as(:user) { get "login", to: "devise/sessions#new" }
# word: authenticate
#   Asks visitors of the routes inside to sign in.
#   authenticate(:admin) { mount Sidekiq::Web => "/jobs" }
# word: authenticated
#   Shows the routes inside only to those who are signed in.
#   authenticated(:user) { root "dashboards#show", as: :user_root }
# word: unauthenticated
#   Shows the routes inside only to those who are not signed in.
#   unauthenticated(:user) { root "landing#show", as: :visitor_root }

# localized: paths in every locale, as it comes.
# oracle: gems route_translator
Rails.application.routes.draw do
  localized do
    root "home#index"
    get "people/:id-details/big_news", to: "people#show", as: :detail, size: 3
    resources :people, only: [:index, :new] do
      get :search, on: :collection
      member { post "send-mail", to: "people#mail" }
      resources :articles, path: "big_news", only: :show, constraints: { id: /\d+/ }
    end
    namespace(:admin) { resource :profile, only: [:show, :edit], constraints: ->(r) { true } }
    scope(":locale") { get "about", to: "pages#about" }
    get "files/*path", to: "files#show", format: false
    get "opt/people(/:page)", to: "people#paged"
    post "people", to: "people#index", locale: "own", as: nil
    match "about", to: redirect("/x"), via: :delete
    mount Rest::API => "/about/api"
    get "plain.people", to: "a#b", as: :search_people
  end
  get "people", to: "last#index"
end

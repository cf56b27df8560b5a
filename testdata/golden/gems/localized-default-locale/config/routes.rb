# localized: the default locale of the configuration, two keys of a name, dates beside.
# oracle: gems route_translator
Rails.application.routes.draw do
  localized do
    get "about", to: "pages#about"
    get "news/:id/yes", to: "news#show", as: :news
    get "404", to: "errors#missing"
  end
end

# localized: the locales of the files, where nothing names them, and of Rails.
# oracle: gems route_translator
Rails.application.routes.draw do
  localized do
    get "about", to: "pages#about"
    get "news/:id/yes", to: "news#show", as: :news
    get "404", to: "errors#missing"
  end
end

# Translations in Ruby, among those in YAML.
# oracle: gems route_translator
Rails.application.routes.draw do
  localized do
    get "people", to: "people#index"
    get "about", to: "pages#about"
    resources :articles, only: [:index, :new]
  end
end

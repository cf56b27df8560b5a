# localized: the parameter of the locale is a string.
# oracle: gems route_translator
Rails.application.routes.draw do
  localized do
    resources :pets, only: %i[index show]
    get "pets/own", to: "pets#own", defaults: { format: "json" }, constraints: { subdomain: "x" }
    get "pets/:id/mine", to: "pets#mine", constraints: ->(r) { r.ssl? }
    get "old", to: redirect("/pets")
  end
end

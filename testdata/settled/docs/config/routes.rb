Rails.application.routes.draw do
  get "login", to: "sso#new" if Settings.sso
  Site.locales.each { |locale| get locale, to: "pages#home", as: "home_#{locale}" }
  Post.kinds.each { |kind| resources kind.route_key, only: :index, controller: kind.controller }
  get "tags/:id", to: "tags#show", id: Tag::PATTERN
end

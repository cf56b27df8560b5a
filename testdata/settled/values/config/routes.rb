Rails.application.routes.draw do
  get Settings.paths.home, to: "pages#home", as: Settings.home_name
  get "old/#{Settings.paths.old}", to: redirect(Settings.target)
  Site.locales.each { |l| get l, to: "pages#show", as: "page_#{l}" }
  scope "(:locale)", locale: /#{Site.locales.map(&:to_s).join("|")}/ do
    get :about, to: "pages#about"
  end
  get "tags/:id", to: "tags#show", id: Tag::PATTERN, as: :tag
  constraints host: Settings.api_host do
    resources :items, only: Settings.item_actions
  end
  if Settings.mode == :fast
    get :fast, to: "a#b"
  elsif Settings.mode == "slow"
    get :slow, to: "a#b"
  end
  Settings.retries.times { |i| get "try#{i}", to: "a#b" } if Settings.retries > 1
  get :open, to: "a#b" unless Settings.closed? || Feature.enabled?(:shut)
  get :blank, to: "a#b" if Settings.nothing.present?
end

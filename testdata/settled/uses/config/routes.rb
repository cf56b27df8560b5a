Rails.application.routes.draw do
  get "x/:y", to: "a#b", y: /#{Tag::YEARS.join("|")}/
  Tag::YEARS.each { |y| get y, to: "a#c" }
  get Site.locales.map(&:code).join("-"), to: "a#d"
  Site.moved.each { |from, to| get from, to: redirect(to) }
  get :big, to: "a#b" if Settings.limit > 1
  get(Settings.path.presence || "fallback", to: "a#e")
  Site.models.each { |m| get m.path, to: "a#f" if m.dig(:on) }
  get "h", to: "a#b", constraints: { host: Settings.host }
  resources :posts, only: Settings.actions
end

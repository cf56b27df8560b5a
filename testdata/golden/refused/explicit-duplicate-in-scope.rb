# an explicit name that an implicit one already took
Rails.application.routes.draw do
  namespace :admin do
    get "panel", to: "panels#show"
  end
  get "other", to: "panels#other", as: :admin_panel
end

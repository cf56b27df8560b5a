Rails.application.routes.draw do
  get :job, Site.options
  constraints(Settings.hosts) { get :hosted, to: "a#b" }
  scope(Settings.scope_options) { resources :users, only: [*([:index] if S.list?), *([:show] if S.show?)] }
  resources :books, except: Settings.hidden, path: Settings.book_path
  resources :films, path_names: { new: Settings.new_name }, only: :new
  get "x/:y", to: "x#y", constraints: { y: Settings.pattern }, defaults: { format: Settings.format }
  get :who, to: (S.people? ? "people#index" : "users#index")
  list = %w[a b]
  list << "c" if S.third?
  list.each { |n| get n, to: "n#n" }
  match "any", to: "a#b", via: Settings.verbs
end

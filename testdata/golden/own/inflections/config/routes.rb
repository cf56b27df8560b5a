# Custom inflections: plural, singular, irregular, uncountable, acronym, regexp rules, other locales, used by resources and by string methods.
Rails.application.routes.draw do
  resources :footgears, :brunchies, :brunches, :pants, :waypoints, :octopodes, :dice, :geese, only: %i[index show]
  resources :feedback, :staff, :gear, :deer, :metadata, :metastuff, :moosen, :reindeer, :chiefstaff, only: %i[index show]
  resources :user_feedback, :my_dice, :small_geese, :haeuser, :subpants, only: %i[index show]
  resource :die, :octopus, :goose, :staff, :foot_gear, :footgear, :moose, :brunch, only: :destroy
  %w[footgear brunch pants waypoints octopus die Goose feedback metadata moose staff subdie].each do |w|
    get "w/#{w}/#{w.pluralize}/#{w.singularize}/#{w.pluralize.singularize}", to: "words#show", as: nil
  end
  get "w/#{"haus".pluralize(:de)}/#{"haeuser".singularize(:de)}/#{"haus".pluralize}", to: "words#de"
  ["APIKey", "RESTfulThing", "SSLError", "MyAPI", "UseSSL"].each { |w| get "u/#{w.underscore}", to: "words##{w.underscore}" }
  %w[api_key restful_thing ssl_error my_api use_ssl/api].each { |w| get "c/#{w.camelize}/#{w.camelize(:lower)}", to: "words#show" }
  get "h/#{"user_cnt".humanize.parameterize}/#{"api_key".titleize.parameterize}/#{"APIKey".tableize}/#{"restful_apis".classify}", to: "words#show"
  namespace :api do
    resources :ssl_keys, only: :index
  end
end

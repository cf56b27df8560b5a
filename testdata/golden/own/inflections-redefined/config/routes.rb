# What an initializer defines anew of what makes names: String#singularize, ActiveSupport::Inflector.pluralize, and the class of the rules, also by modules.
Rails.application.routes.draw do
  resources :boxen, :fish_2, :cats, only: %i[index show]
  resource :ox, :cat, only: :show
  get "w/#{"cats".singularize}/#{"cat".pluralize}/#{"cat".pluralize(1)}/#{ActiveSupport::Inflector.pluralize("ox")}/#{ActiveSupport::Inflector.singularize("oxen")}", to: "words#show"
end

# Inflection of resource names without custom rules: irregular, uncountable, latin, compound and capitalised words, singular and plural given.
Rails.application.routes.draw do
  resources :people, :men, :children, :sexes, :moves, :zombies, only: %i[index show]
  resources :equipment, :information, :rice, :money, :species, :series, :fish, :sheep, :jeans, :police, only: %i[index show]
  resources :person, :man, :child, :mouse, :ox, :news, :bus, :status, only: %i[index show]
  resources :octopuses, :octopi, :viri, :aliases, :analyses, :axes, :bases, :crises, :testes, :theses, :diagnoses, only: %i[index show]
  resources :matrices, :indices, :vertices, :appendices, :quizzes, :oxen, :mice, :lice, :databases, only: %i[index show]
  resources :wives, :hives, :archives, :olives, :knives, :halves, :wolves, :leaves, :thieves, :loaves, only: :show
  resources :tomatoes, :buffaloes, :potatoes, :heroes, :photos, :shoes, :horses, :houses, :cases, :buses, only: :show
  resources :stories, :movies, :cookies, :queries, :days, :keys, :allies, :series_items, :news_items, only: :show
  resources :salespeople, :sportsmen, :grandchildren, :women, :humans, :geese, :feet, :teeth, only: :show
  resources :data, :media, :criteria, :phenomena, :curricula, :memoranda, :bacteria, :stadia, :strata, only: %i[index show]
  resources :boss, :bosses, :addresses, :process, :processes, :business, :glasses, :lenses, :classes, only: :show
  resources :fixes, :boxes, :foxes, :suffixes, :taxes, :waltzes, :churches, :dishes, :watches, only: :show
  resources :user_people, :sub_status, :api_equipment, :line_2s, :v1s, only: %i[index show]
  resources :Users, :HTTPServers, :CamelChildren, controller: "camels", only: %i[index show]
  resources :perspectives, :directives, :gives, :lives, :slaves, :proves, only: :show
  resources :s, :ss, :x, :as, :is, :us, only: :index
  resource :person, :child, :status, :news, :series, :equipment, :fish, :bus, :box, :story, :day, :quiz, only: :update, as: nil
  resource :analysis, :matrix, :wife, :hero, :photo, :move, :ox, :mouse, :datum, :medium, :criterion, :octopus, only: :update, as: :odd rescue nil
end

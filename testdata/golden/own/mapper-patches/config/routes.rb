# Words that initializers give the mapper, under conditions that the program decides on, in the modules of the mapper, by files that they require.
Rails.application.routes.draw do
  of_the_class :a
  of_the_module :b
  nested_class :c
  in_development :d
  chosen :e
  guarded :f
  required :g
  globbed :h
  of_a_concern :i
  resources :posts, only: [:index]
  get "aliased", to: "a#b"
end

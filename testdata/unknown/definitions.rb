# Methods, concerns, constants and variables of both sides.
Rails.application.routes.draw do
  if S.a?
    define_singleton_method(:word) { get "a", to: "x#y" }
    concern(:c) { get "ca", to: "x#y" }
    $kind = "k"
  else
    define_singleton_method(:word) { get "b", to: "x#y" }
    concern(:c) { get "cb", to: "x#y" }
    @kind = "l"
  end
  word
  resources :things, only: :index, concerns: :c
  get "d", to: "x#y" if $kind == "k"
  get "e", to: "x#y" if @kind
  mode = S.b? ? "p" : "q"
  get "f", to: "x#y" if mode.upcase == "P"
  mode = nil if S.a?
  get "g", to: "x#y" unless mode
  if S.a?
    String.class_eval { def singularize = "foo" }
    resources :posts, only: :show
  else
    resources :posts, only: :show
  end
end

# Which of several matching routes wins: order, verbs, HEAD, formats, globs, trailing slashes, case, repeated slashes, escapes, optional parts, constraints.
Rails.application.routes.draw do
  get "p/new", to: "p#new_literal"
  resources :ps, path: "p" do
    get :new_thing, on: :collection
    get "extra/:id", to: "p#extra", on: :collection
  end
  get "p/:slug", to: "p#slug", as: :slug
  get "p/:a/:b", to: "p#two"
  get "p/*rest", to: "p#glob"
  match "v", to: "v#get_post", via: [:get, :post]
  match "v", to: "v#head", via: :head
  match "v", to: "v#any", via: :all
  head_like = ->(r) { r.head? }
  get "w", to: "w#head_constraint", constraints: head_like
  get "w", to: "w#get"
  match "x", to: "x#head", via: :head
  get "x", to: "x#get"
  get "y.json", to: "y#literal_json"
  get "y", to: "y#plain"
  get "y.:format", to: "y#format", as: :y_format
  get "z/:id.html", to: "z#html"
  get "z/:id", to: "z#plain"
  get "a/:x/c", to: "a#middle"
  get "a/b/:y", to: "a#last"
  get "a/(:q)", to: "a#optional"
  get "(:lang)/b", to: "b#lang", lang: /en|de/
  get ":any/b", to: "b#any"
  get "c/:id", to: "c#digits", id: /\d+/
  get "c/:id", to: "c#letters", id: /[a-z]+/
  get "c/:id", to: "c#rest"
  get "d/:id", to: "d#sub", constraints: { subdomain: "d" }
  get "d/:id", to: "d#id", id: /\d+/
  get "d/:other", to: "d#other"
  scope constraints: ->(r) { r.params[:pass] == "1" } do
    get "e/:first", to: "e#first"
    get "e/*all", to: "e#all"
  end
  get "e/:second", to: "e#second"
  post "f", to: "f#post"
  get "f", to: "f#get"
  delete "f", to: "f#delete"
  get "g//h", to: "g#h"
  get "Case", to: "case#upper"
  get "case", to: "case#lower"
  get "%E2%82%AC", to: "euro#escaped"
  get "€uro", to: "euro#plain"
  root to: "home#show"
  get "*path", to: "fallback#show", constraints: { path: /[^.]+/ }
  match "*other", to: "fallback#other", via: %i[get post]
end

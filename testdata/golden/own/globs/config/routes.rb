# Wildcard segments: position, several, optional, with requirements, with and without format, in scopes and mounts, next to literals.
Rails.application.routes.draw do
  get "a/*rest", to: "g#a", as: :a
  get "b/*rest", to: "g#b", format: false, as: :b
  get "c/*rest.html", to: "g#c", as: :c
  get "d/*one/mid/*two", to: "g#d", as: :d
  get "*pre/e", to: "g#e", as: :e
  get "f(/*opt)", to: "g#f", as: :f
  get "g/*rest", to: "g#g", rest: /\d+/, as: :g
  get "h/*rest", to: "g#h", constraints: { rest: /[^.]+/ }, as: :h
  get "i/*rest", to: "g#i", rest: /x.y/m, as: :i
  get "j/pre-*rest", to: "g#j", as: :j
  get "k/*rest-suf", to: "g#k", as: :k
  get "l/*rest(.:format)", to: "g#l", as: :l
  get "m/*rest.:format", to: "g#m", as: :m
  get "n/:id/*rest/tail", to: "g#n", id: /\d/, as: :n
  get "o/*rest", to: "g#o", defaults: { rest: "dflt" }, as: :o
  get "p(/*rest)", to: "g#p", defaults: { rest: "pd" }, as: :p
  get "q/*controller", action: "x", as: :q
  get "r/*action", controller: "r", as: :r
  scope "*path" do
    get "s", to: "g#s", as: :s
  end
  resources :ts, only: :show, path: "t/*dir" do
    get :u, on: :member
  end
  get "v/*a.*b", to: "g#v", as: :v
  get "w/**x", to: "g#w"
  get "x/*", to: "g#x"
  match "*unmatched", to: "g#none", via: :all, constraints: ->(r) { !r.path.start_with?("/rails") }
end

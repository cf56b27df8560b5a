# Dashes, dots, digits, unicode, spaces, percent signs, quotes, plus signs, tildes and brackets in paths, scopes, names and resources.
Rails.application.routes.draw do
  get "a-b", to: "o#a"
  get "a.b.c", to: "o#b"
  get "über", to: "o#c"
  get "ключ/:значение", to: "o#d"
  get "emoji/😀", to: "o#e"
  get "sp ace", to: "o#f"
  get "per%20cent", to: "o#g"
  get "per%zz", to: "o#h"
  get "lower%c3%a9", to: "o#i"
  get "plus+sign", to: "o#j"
  get "til~de", to: "o#k"
  get "quo\"te", to: "o#l"
  get "quo'te", to: "o#m"
  get "br[ack]et", to: "o#n"
  get "cur{l}y", to: "o#o"
  get "a<b>c", to: "o#p"
  get "back`tick", to: "o#q"
  get "ca^ret", to: "o#r"
  get "do$llar", to: "o#s"
  get "am&per", to: "o#t"
  get "com,ma;semi", to: "o#u"
  get "ex!cl", to: "o#v"
  get "a=b", to: "o#w"
  get "at@sign", to: "o#x"
  get "col:on", to: "o#y"
  get "co: lon", to: "o#z"
  get "que?ry", to: "o#aa"
  get "ha#sh", to: "o#ab"
  get "tab\tbed", to: "o#ac"
  get "under__score__", to: "o#ad"
  get "123", to: "o#ae"
  get "1.0/2.0", to: "o#af"
  get ".hidden", to: "o#ag"
  get "..", to: "o#ah"
  get "end.", to: "o#ai"
  get "Camel/Case", to: "o#aj"
  get ":x:y", to: "o#ak"
  get ":x.:y.:z", to: "o#al", as: :xyz
  get ":x-:y", to: "o#am", as: :xy
  get "pre:x", to: "o#an", as: :pre
  get ":x(suf)", to: "o#ao", as: :suf
  get "user/@:name", to: "o#ap", as: :at_name
  get ":1digit", to: "o#aq", as: :one_digit
  get "@", to: "o#ar", as: :at
  resources "dash-ed-things", as: "dash_ed_things", controller: "dashed", only: %i[index show edit]
  resources :"sym-bol", as: :sym_bol, only: :index, controller: "syms"
  resources "dot.ted", as: "dots", only: [], controller: "dots" do
    get :x, on: :collection, as: :dots_x, path: "y.z"
  end
  resource "sing-le", as: :sing_le, controller: "single", only: %i[show new]
  scope "sc-ope.d", as: "scoped" do
    get "x-y", to: "o#at"
  end
  scope "größe" do
    resources :maße, only: :index, controller: "masse", as: :masse
  end
  namespace "v1.5", module: "v1_5", as: "v1_5" do
    get "x", to: "o#au"
  end
  namespace :v2 do
    get "x", to: "o#av"
  end
end

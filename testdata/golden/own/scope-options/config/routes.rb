# Each option of scope on its own and as a positional path; how routes inside override it.
Rails.application.routes.draw do
  scope("p1") { get "x1", to: "c#a" }
  scope(:p2) { get "x2", to: "c#a" }
  scope("p3", "q", :r) { get "x3", to: "c#a" }
  scope(%w[p4 q]) { get "x4", to: "c#a" }
  scope(["p5", [:q, ["r"]]]) { get "x5", to: "c#a" }
  scope("/p6/") { get "/x6/", to: "c#a" }
  scope(path: "p7") { get "x7", to: "c#a" }
  scope("p8", path: "ignored") { get "x8", to: "c#a" }
  scope(path: nil) { get "x9", to: "c#a" }
  scope(path: "") { get "x10", to: "c#a" }
  scope(path: "/") { get "x11", to: "c#a" }
  scope(":p12") { get "x12", to: "c#a" }
  scope("(:p13)") { get "x13", to: "c#a" }
  scope("(/:p14)") { get "x14", to: "c#a" }
  scope("*p15") { get "x15", to: "c#a" }
  scope("p16.q") { get "x16", to: "c#a" }
  scope("p 17") { get "x17", to: "c#a" }
  scope { get "x18", to: "c#a" }
  scope(module: "m") { get "x19", to: "c#a" }
  scope(module: :m) { get "x20", to: "/c#a"; get "x20b", controller: "/d", action: "e" }
  scope(module: nil) { get "x21", to: "c#a" }
  scope(as: "n") { get "x22", to: "c#a"; get "x22b", to: "c#a", as: "other"; get "x22c", to: "c#a", as: nil }
  scope(as: :n) { get "x23", to: "c#a"; get ":y", to: "c#a" }
  scope(controller: "k") { get "x24", action: "a"; get "x25"; get "x26", to: "c#a"; get "x27", to: "b"; get "x28" => :d }
  scope(action: "fix") { get "x29", controller: "k"; get "x30", to: "c#a"; get "x31", controller: :k, action: :own }
  scope(controller: :k, action: :both) { get "x32"; get "x33", action: :mine; get "x34", controller: "mine"; get "x35", to: "c#a" }
  scope(to: "s#t") { get "x36"; get "x37", to: "c#a"; get "x38", action: :z; get "al/pha" }
  scope(via: :post) { match "x39", to: "c#a"; get "x40", to: "c#a" }
  scope(format: false) { get "x41", to: "c#a"; get "x42", to: "c#a", format: true; get "x42b", to: "c#a", format: nil }
  scope(format: true) { get "x43", to: "c#a"; get "x44", to: "c#a", format: false }
  scope(format: "json") { get "x45", to: "c#a"; get "x46", to: "c#a", format: "xml" }
  scope(format: /j|x/) { get "x47", to: "c#a" }
  scope(constraints: { id: /\d/ }) { get "x48/:id", to: "c#a"; get "x49", to: "c#a"; get "x50/:id", to: "c#a", id: /\w/ }
  scope(id: /\d/) { get "x51/:id", to: "c#a"; get "x52/:id", to: "c#a", constraints: { id: /\w/ } }
  scope(defaults: { a: 1 }) { get "x53", to: "c#a"; get "x54", to: "c#a", defaults: { a: 2, b: 3 }; get "x55", to: "c#a", a: 4 }
  scope(zeta: "v") { get "x56", to: "c#a"; get "x57", to: "c#a", zeta: "w" }
  scope(options: { o: 1 }) { get "x58", to: "c#a" }
  scope(path_names: { new: "neu" }) { resources :news_items, only: %i[new edit]; get "new", to: "c#a", as: :nn }
  scope(shallow: true) { resources(:rs, only: []) { resources :ss, only: :show } }
  scope(shallow_path: "sp", shallow_prefix: "sx") { resources(:ts, only: []) { resources :us, only: :show, shallow: true } }
  scope(host: "h.example") { get "x59", to: "c#a" }
  scope(constraints: { host: "h.example", port: 8080 }) { get "x60", to: "c#a" }
  scope(blocks: 1) { get "x61", to: "c#a" }
  scope("v1", module: :v1, as: :v1, defaults: { format: :json }, constraints: { subdomain: "api" }) { resources :ws, only: :index }
  scope("p62", "q" => "r") { get "x62", to: "c#a" }
  scope(param: :code) { resources :vs, only: :show }
  scope(on: :member) { get "x63", to: "c#a" }
  scope(internal: true) { get "x64", to: "c#a" }
end

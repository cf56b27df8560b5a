# Segments that are named twice: the last one that the path holds counts.
Rails.application.routes.draw do
  get ":a/:a", to: "r#aa", as: :aa
  get "x/:a(/:a)", to: "r#opt", as: :opt
  get "y/:a/z(/:b)/:a", to: "r#y", a: /\d+/, as: :yy
  get "w/*a/q/:a", to: "r#w", as: :ww
  get "u/:a/:b/:a/:b", to: "r#u", as: :uu
  get "p/:id/q/:id", to: "r#t", as: :tt, defaults: { id: 7 }
  scope(":locale") { get "in/:locale", to: "r#l", as: :ll }
  get "v/*a/*a", to: "r#v"
  get "t/:format/:id", to: "r#f"
  get "z/:controller/:controller", action: "x"
  get "rd/:a/:a", to: redirect("/%{a}")
  resources(:as, param: :b_id) { resources :bs }
  resources(:cs) { resources :ds, param: :c_id }
end

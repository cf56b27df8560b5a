# Optional segments: nested, leading, in the middle, adjacent, with requirements and defaults, with alternation and escapes.
Rails.application.routes.draw do
  get "a(/:x)", to: "s#a", as: :a
  get "b(/:x(/:y(/:z)))", to: "s#b", as: :b
  get "c(/:x)/d", to: "s#c", as: :c
  get "(:x)/e", to: "s#e", as: :e
  get "(/:x)/f", to: "s#f", as: :f
  get "((:x)/:y)/g", to: "s#g", as: :g
  get "h(-:x)", to: "s#h", as: :h
  get "i(/:x)(/:y)", to: "s#i", x: /\d+/, y: /[a-z]+/, as: :i
  get "j(/lit)", to: "s#j", as: :j
  get "k(/lit/:x)", to: "s#k", as: :k
  get "l(s)", to: "s#l", as: :l
  get "m(/:x)(.:ext)", to: "s#m", as: :m
  get "n/:a(..:b)", to: "s#n", as: :n, a: /\d+/, b: /\d+/
  get "o/(:x)", to: "s#o", as: :o
  get "p/(q/:x)", to: "s#p", as: :p
  get "r(/:x)", to: "s#r", defaults: { x: "dx" }, as: :r
  get "s(/:x/:y)", to: "s#s", defaults: { x: "1" }, as: :s
  get "t/(en|de)", to: "s#t", as: :t
  get "u/(x|:y)", to: "s#u", as: :u
  get "v|w", to: "s#v", as: :v
  get "x/:id(/edit|/show)", to: "s#x", as: :x
  get "y\\(z\\)", to: "s#y", as: :y
  get "z\\:a/:b", to: "s#z", as: :z
  get "aa/()", to: "s#aa", as: :aa rescue get "aa", to: "s#rescued"
  get "ab(/:x)(/:x2)", to: "s#ab", as: :ab
  get "(ac)", to: "s#ac", as: :ac
  get "(ad)(/:x)", to: "s#ad", as: :ad
  get "(/ae(/:x))", to: "s#ae", as: :ae
  scope "(:locale)", locale: /en|nl/ do
    resources :afs, only: %i[index show]
    scope "(:region)", region: /eu|us/ do
      get "ag", to: "s#ag", as: :ag
    end
  end
  scope "ah(/:x)" do
    get "(/:y)", to: "s#ah", as: :ah
    resources :ais, only: :index
  end
  get "aj/:year(/:month(/:day))", to: "s#aj", year: /\d{4}/, month: /\d\d/, day: /\d\d/, as: :aj
  get "ak(/:x)", to: "s#ak", x: /[^\/]+/, format: false, as: :ak
end

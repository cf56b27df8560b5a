# Requirements of segments: constraints hash, free regexps, flags, nested copies of id, other params, strings, arrays, ranges and lookarounds.
Rails.application.routes.draw do
  get "a/:x", to: "c#a", constraints: { x: /\d+/ }
  get "b/:x", to: "c#b", x: /\d+/
  get "c/:x/:y", to: "c#c", x: /\d+/, constraints: { y: /[a-z]+/ }
  get "d/:x", to: "c#d", x: /abc/i
  get "e/:x", to: "c#e", x: /a b/x
  get "f/:x", to: "c#f", x: /[^\/]+/
  get "g/:x", to: "c#g", x: /\w+\.\w+/
  get "h/:x", to: "c#h", x: %r{\d+/\d+}
  get "i/:x", to: "c#i", x: /(foo|bar)(baz)?/
  get "j/:x", to: "c#j", x: /(?:foo|bar)/
  get "k/:x", to: "c#k", x: /(?<inner>\d)-\d/
  get "l/:x", to: "c#l", x: /\d{2,4}/
  get "m/:x", to: "c#m", x: /(?!new)\w+/
  get "n/:x", to: "c#n", x: /\p{Alpha}+/
  get "o/:x", to: "c#o", constraints: { x: "lit" }
  get "p/:x", to: "c#p", constraints: { x: %w[a b] }
  get "q(/:x)", to: "c#q", x: /\d+/
  get "r/:x(/:y)", to: "c#r", x: /[a-z]+/, y: /\d+/
  get "s/*x", to: "c#s", x: /.*\.html/
  get "t/:x-:y", to: "c#t", x: /\d+/, y: /\d+/
  get "u/:x.:y", to: "c#u", y: /html|xml/
  get "v/:x", to: "c#v", x: //
  get "w/:x", to: "c#w", x: Regexp.union("a.b", "c+d")
  get "y/:x", to: "c#y", x: Regexp.new("[0-9a-f]{8}", Regexp::IGNORECASE)
  get "z/:x", to: "c#z", x: /#{%w[one two].join("|")}/
  get "ab/:x", to: "c#ab", x: /a.b/m
  get "aa/:x", to: "c#aa", requirements: { x: /\d/ }
  resources :as, constraints: { id: /\d+/ } do
    resources :bs, only: %i[index show]
    resources :cs, only: :show, constraints: { id: /[a-z]+/ }
    resources :ds, only: :show, id: /[A-Z]+/ do
      resources :es, only: :show
    end
    get :x, on: :member
    get :y
    get :z, on: :collection
    resource :f, only: :show
  end
  resources :gs, param: :slug, constraints: { slug: /[a-z-]+/ }, only: :show do
    resources :hs, only: %i[show]
  end
  resources :is, param: :slug, slug: /[a-z-]+/, only: :show do
    resources :js, only: %i[index]
  end
  scope constraints: { id: /\h+/ } do
    resources :ks, only: :show do
      resources :ls, only: :show
    end
    resource :m, only: :show do
      resources :ns, only: :show
    end
  end
  constraints id: /[xyz]/ do
    resources :os, only: :show, as: "oh"
    get "pp/:id", to: "c#pp"
    get "qq/:other", to: "c#qq"
  end
  constraints parent_id: /\d/ do
    resources :parents, only: [] do
      resources :kids, only: :index
    end
  end
  resources :rs, constraints: { id: "fixed" }, only: :show do
    resources :ss, only: :index
  end
end

# format: true, false, nil, strings, symbols and regexps on verbs, resources, scopes, mounts and globs; written formats in the path.
class Echo
  def self.call(env) = [200, {}, []]
end

Rails.application.routes.draw do
  get "a", to: "f#a"
  get "b", to: "f#b", format: true
  get "c", to: "f#c", format: false
  get "d", to: "f#d", format: nil
  get "e", to: "f#e", format: "json"
  get "f", to: "f#f", format: :json
  get "g", to: "f#g", format: /json|xml/
  get "h(.:format)", to: "f#h"
  get "i.:format", to: "f#i"
  get "j(.:format)", to: "f#j", format: true
  get "k.:format", to: "f#k", format: true
  get "l(.:format)", to: "f#l", format: false
  get "m.json", to: "f#m"
  get "n.:ext", to: "f#n"
  get "o(.:ext)", to: "f#o"
  get "p/:format", to: "f#p"
  get "q/", to: "f#q"
  get "r/:id", to: "f#r", id: /[^\/]+/
  get "s/:id", to: "f#s", id: /.+/, format: false
  get "t/*rest", to: "f#t"
  get "u/*rest", to: "f#u", format: false
  get "v/*rest", to: "f#v", format: true
  get "w/*rest.:format", to: "f#w"
  get "x", to: "f#x", constraints: { format: /pdf/ }
  get "y", to: "f#y", constraints: { format: "pdf" }
  get "z", to: "f#z", format: "json|xml"
  scope format: true do
    get "aa", to: "f#aa"
    get "ab", to: "f#ab", format: false
    resources :acs, only: %i[index show]
    mount Echo, at: "ad"
  end
  scope format: false do
    resources :aes, only: %i[index show] do
      get :af, on: :member, format: true
      get "ag", format: "txt"
    end
    root to: "f#root"
  end
  scope format: "js" do
    resource :ah, only: :show
  end
  scope format: /\w{3}/ do
    resources :ais, only: :show
  end
  scope "(.:format)" do
    get "weird", to: "f#weird"
  end
  resources :aj, only: :show, format: :xml
  mount Echo, at: "ak", format: true, as: :ak
  get "al(/:id)(.:format)", to: "f#al"
  get "am(/:id(.:format))", to: "f#am"
  get "an((.:format))", to: "f#an"
end

# What raises inside scopes leaves them: what follows is drawn where it stands.
Rails.application.routes.draw do
  begin
    namespace :admin do
      resources :posts do
        member { get :a; raise "x" }
      end
    end
  rescue => e
  end
  get "one", to: "a#b"
  begin
    scope "v1", as: :v1 do
      resources :users do
        collection { new { defaults(x: 1) { constraints(id: /1/) { controller(:c) { shallow { get :q; raise ArgumentError } } } } } }
      end
    end
  rescue ArgumentError
  end
  resources :things, only: :index
  begin
  rescue NoMethodError
  end
  get "two", to: "a#c"
  begin; get "a b", to: 5; rescue ArgumentError; end
  [1,2].each { |x| next_one = "n#{x}"; scope(next_one) { get "z", to: "z#z"; break } }
  get "three", to: "a#d"
  catch(:done) { namespace(:deep) { resources(:q) { throw :done } } }
  root to: "x#y"
  (concern(:c) { resources :cs; raise "in concern" }; resources(:cc, concerns: :c)) rescue nil
  get "four", to: "a#e"
end

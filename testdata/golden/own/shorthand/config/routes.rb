# The "controller/action" shorthand: dashes, leading slashes, digits, (.:format), scopes and modules, and where it does not apply.
Rails.application.routes.draw do
  get "alpha/one"
  get "/alpha/two"
  get "alpha/three-four"
  get "al-pha/five"
  get "deep/alpha/six"
  get "/very/deep/alpha/seven-eight"
  get "alpha/nine(.:format)"
  get "2alpha/9ten"
  post "alpha/eleven"
  match "alpha/twelve", via: [:get, :post]
  get "alpha_x/thirteen_y", as: :thirteen
  get "alpha/fourteen", defaults: { a: 1 }
  get "alpha/fifteen", format: false
  get "alpha/sixteen", constraints: { subdomain: "x" }
  get "_under/_score"
  get "-dash/-ed"
  namespace :ns do
    get "beta/one"
    get "/beta/two"
    get "deep/beta/three"
    scope "p" do
      get "beta/four"
    end
  end
  scope "pa", module: "mo", as: "as" do
    get "gamma/one"
    get "gamma-x/two-y"
  end
  controller :delta do
    get "epsilon/one"
    get "two"
  end
  scope controller: "zeta" do
    get "eta/one"
    get "eta/two", action: :named
    get "eta/three", to: "x#y"
    get :four
    get "five-six"
  end
  resources :thetas, only: [] do
    collection do
      get "iota/one"
    end
    member do
      get "iota/two"
    end
    get "iota/three"
    get "iota/four", on: :collection
    get "iota/five", on: :new
  end
  resource :kappa, only: [] do
    get "lambda/one"
    get "lambda/two", on: :collection
  end
end

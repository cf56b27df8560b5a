# default_url_options= in the block and on the route set, with host, protocol, locale and path parameters; how helpers use them.
Rails.application.routes.draw do
  self.default_url_options = { host: "deflt.example", protocol: "https", locale: "en" }
  scope ":locale" do
    resources :as, only: %i[index show]
    root to: "home#show", as: :local_root
  end
  scope "(:locale)" do
    get "opt", to: "opts#show", as: :opt
  end
  get "plain", to: "plain#show", as: :plain
  get "multi/:locale/:id(/:page)", to: "multi#show", as: :multi
end

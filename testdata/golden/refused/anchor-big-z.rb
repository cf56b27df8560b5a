# an anchor in a resources constraint
Rails.application.routes.draw do
  scope "x" do
    resources :as, constraints: { id: /[a-z]+\Z/ }
  end
end

# Every route leads to an action.
Rails.application.routes.draw do
  get "posts", to: "posts#index"
end

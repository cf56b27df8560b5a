# an integer division by zero
Rails.application.routes.draw do
  limit = 10
  get "page/#{limit / 0}", to: "pages#show"
end

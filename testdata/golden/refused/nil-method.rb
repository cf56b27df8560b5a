# a method called on nil
Rails.application.routes.draw do
  config = { api: nil }
  get config[:api].path, to: "api#show"
end

# a dynamic controller inside a namespace
Rails.application.routes.draw do
  namespace :legacy do
    get ":controller/:action"
  end
end

# a string path and path: together
Rails.application.routes.draw do
  get "about", path: "elsewhere", to: "pages#about"
end

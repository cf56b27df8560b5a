draw do
  get "about", to: "pages#c
  get "/b", to: "x#y"
  get "z"
end

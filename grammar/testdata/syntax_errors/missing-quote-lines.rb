draw do
  get "about, to: pages
  get "b", to: "x#y"
end

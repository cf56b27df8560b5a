draw do
  get "a", to: "b#c
  get "d"
end

draw do
  get 'a, to: 'b#c'
  get "d", to: "e#f
  get 'g', to: 'h#i'
  get "j"k", to: 'l#m'
end

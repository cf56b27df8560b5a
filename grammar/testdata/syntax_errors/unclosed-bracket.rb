draw do
  get "x", [1, 2
  get "y"
end

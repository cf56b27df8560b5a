draw do
  get "x"
  else
  get "y"
end

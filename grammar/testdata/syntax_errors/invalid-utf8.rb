draw do
  get "ÿ"
end

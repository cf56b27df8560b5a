draw do
  if x
    get "a"
  get "b"
end

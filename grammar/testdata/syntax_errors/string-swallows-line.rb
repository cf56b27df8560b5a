draw do
  get "x, to: "y#z"
  get "b"
end

draw do
  get("x", to: "b"
  get "y"
end

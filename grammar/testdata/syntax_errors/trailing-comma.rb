draw do
  get "a", to: "b",
end

draw do
  get "about, to: "pages#about"
  get "b"
end

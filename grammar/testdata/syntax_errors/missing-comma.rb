draw do
  get "x" to: "y#z"
  resources :a only: [:b]
  get "ok"
  post "é日" "b" :c
end

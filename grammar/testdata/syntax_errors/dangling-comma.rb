Rails.application.routes.draw do
  get "a", to: "b#c",
  get "d", to: "e#f" if g &&
  root "h#i"
end

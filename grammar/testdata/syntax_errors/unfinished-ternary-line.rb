Rails.application.routes.draw do
  get "a", to: x ? "a#b"
  get "c", to: "d#e"
end

# root twice
Rails.application.routes.draw do
  root "a#b"
  get "x", to: "a#c"
  root to: "c#d"
end

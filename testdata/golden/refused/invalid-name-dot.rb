# an explicit name with a dot
Rails.application.routes.draw do
  get "x", to: "x#y", as: "a.b"
end

# raise with a string only
Rails.application.routes.draw do
  get "a", to: "a#b"
  raise "routes are incomplete" if true
end

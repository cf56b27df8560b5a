# Bytes that are no UTF-8.
Rails.application.routes.draw do
  get "x", to: "a#caf\xe9"
end

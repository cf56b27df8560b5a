# Bytes that are no UTF-8.
Rails.application.routes.draw do
  get "caf\xe9", to: "a#b"
end

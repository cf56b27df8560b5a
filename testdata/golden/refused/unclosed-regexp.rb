# a regexp that is never closed
# at: 4|5|6
Rails.application.routes.draw do
  get "x/:id", to: "x#y", id: /\d+
  get "b", to: "a#b"
end

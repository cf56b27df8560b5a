# a parenthesis that is never closed
# at: 4|5|6
Rails.application.routes.draw do
  get("a", to: "a#b"
  get "b", to: "a#b"
end

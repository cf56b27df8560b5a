# a parenthesis too many
Rails.application.routes.draw do
  get("a", to: "a#b"))
end

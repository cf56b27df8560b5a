# a pattern that cannot be compiled
Rails.application.routes.draw do
  get "x/:id", to: "x#y", id: Regexp.new("[a-z")
end

# a call on a symbol
Rails.application.routes.draw do
  get :a.slug, to: "x#y"
end

# a multiline requirement of a scope
Rails.application.routes.draw do
  scope constraints: { slug: /[a-z]+\n?/m } do
    get "y", to: "x#y"
    get "x/:slug", to: "x#y"
  end
end

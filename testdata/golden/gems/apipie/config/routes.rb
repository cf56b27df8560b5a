# The documentation of an API.
# oracle: gems apipie-rails
Rails.application.routes.draw do
  apipie
  scope("v2") { apipie as: :other, to: "docs#index" }
end

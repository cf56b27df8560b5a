# fetch of a missing symbol
Rails.application.routes.draw do
  get "x", to: { a: 1 }.fetch(:to)
end

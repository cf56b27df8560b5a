# an interpolation that is never closed
# at: 4|5|6
Rails.application.routes.draw do
  get "a/#{name", to: "a#b"
  get "b", to: "a#b"
end

# a case that is never closed
# at: 4|6|7
Rails.application.routes.draw do
  case Rails.env
  when "x" then get "a", to: "a#b"
end

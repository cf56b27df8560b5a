# when without case
Rails.application.routes.draw do
  when "a" then get "x", to: "x#y"
end

# a rocket where a value belongs
Rails.application.routes.draw do
  get "a", to: => "a#b"
end

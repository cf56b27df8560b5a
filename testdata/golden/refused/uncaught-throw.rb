# throw without catch
Rails.application.routes.draw do
  get "a", to: "a#b"
  throw :done
end

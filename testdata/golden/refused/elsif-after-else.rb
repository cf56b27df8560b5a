# elsif after else
Rails.application.routes.draw do
  if true
    get "a", to: "a#b"
  else
    get "b", to: "a#b"
  elsif false
    get "c", to: "a#b"
  end
end

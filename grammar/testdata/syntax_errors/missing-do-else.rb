Rails.application.routes.draw do
  get "a", to: "a#b"
  else
    get "c", to: "a#b"
  end
end

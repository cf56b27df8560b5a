Rails.application.routes.draw do
  get "u", to: (x ? "a#b")
  get "u", to: x ? "a#b"; get "x"
  y = x ? "a#b" if z
  y = x ? "a#b", 3
  y = x ? y : z ? "a"
  y = x.empty? "a"
  y = x.empty? ? "a"
  get x? "a#b" : "c"
end

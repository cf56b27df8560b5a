Rails.application.routes.draw do
  %w[a b].each |x|
    get x, to: "b#c"
  end
  scope "a" od
    get "y", to: "b#c"
  end
end

Rails.application.routes.draw do
  case x
  wehn 1 thne 2
  end
  get "x" fi y
  get "y" unles z
  get "y" adn z
end

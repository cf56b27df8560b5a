# a name that begins with a digit
Rails.application.routes.draw do
  2nd = "x"
end

# an assignment to nil
Rails.application.routes.draw do
  nil = 5
end

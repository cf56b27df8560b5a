# an assignment to a literal
Rails.application.routes.draw do
  "path" = 5
end

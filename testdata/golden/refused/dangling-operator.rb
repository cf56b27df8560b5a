# an operator without its right side
# at: 4|5
Rails.application.routes.draw do
  name = "a" +
end
end

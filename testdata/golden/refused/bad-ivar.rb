# an instance variable with a bad name
Rails.application.routes.draw do
  @1st = "x"
end

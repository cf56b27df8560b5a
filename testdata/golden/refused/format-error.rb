# a format with too few arguments
Rails.application.routes.draw do
  get format("%s/%s", "a"), to: "x#y"
end

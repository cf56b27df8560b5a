# a constant that is no class
Rails.application.routes.draw do
  Limit = 5
  class Limit
  end
end

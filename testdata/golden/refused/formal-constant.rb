# a block parameter that is a constant
Rails.application.routes.draw do
  %w[a b].each { |Name| get Name, to: "x#y" }
end

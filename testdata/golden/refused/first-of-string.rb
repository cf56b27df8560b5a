# first with a wrong argument
Rails.application.routes.draw do
  %w[a b].first("1").each { |x| get x, to: "x#y" }
end

# a comparison of different kinds
Rails.application.routes.draw do
  ["a", 1].sort.each { |x| get x.to_s, to: "x#y" }
end

# a string plus an integer
Rails.application.routes.draw do
  %w[a b].each_with_index do |name, i|
    get name + i, to: "x#y"
  end
end

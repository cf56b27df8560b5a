# a method that arrays do not have
Rails.application.routes.draw do
  %w[a b].each_word { |w| get w, to: "x#y" }
end

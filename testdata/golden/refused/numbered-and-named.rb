# numbered and named block parameters at once
Rails.application.routes.draw do
  %w[a b].each { |x| get _1, to: x }
end

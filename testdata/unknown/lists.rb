# Lists that conditions change, and those that they filter.
Rails.application.routes.draw do
  list = %w[a b]
  list << "c" if S.c?
  list.each { |n| get n, to: "x#y" }
  get "more", to: "x#y" if list.size > 2
  %w[d e].select { |n| S.on?(n) }.each { |n| get n, to: "x#y" }
  ["f", ("g" if S.g?)].compact.each { |n| get n, to: "x#y" }
  get "any", to: "x#y" if %w[d e].any? { |n| S.on?(n) }
  get "known", to: "x#y" if %w[a b].include?(S.mode)
end

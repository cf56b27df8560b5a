# root with a hash and options
Rails.application.routes.draw do
  root({ to: "a#b" }, as: :c)
end

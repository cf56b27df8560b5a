# the shorthand of a capitalised path is no controller name
Rails.application.routes.draw do
  get "Reports/x"
end

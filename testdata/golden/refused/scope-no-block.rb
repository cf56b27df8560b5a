# a scope without a block
Rails.application.routes.draw do
  scope "x"
end

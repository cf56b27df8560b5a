# an optional segment that is never closed
Rails.application.routes.draw do
  get "x(/:y", to: "x#y"
end

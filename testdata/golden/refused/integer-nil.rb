# Integer() of nil
Rails.application.routes.draw do
  get "v#{Integer(nil)}", to: "x#y"
end

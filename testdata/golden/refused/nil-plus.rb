# nil plus a string
Rails.application.routes.draw do
  base = nil
  get base + "/x", to: "x#y"
end

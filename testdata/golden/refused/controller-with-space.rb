# a blank in a controller name
Rails.application.routes.draw do
  match "x", to: "Bad Name#x", via: :get
end

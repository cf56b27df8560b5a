# an anchor in the requirement of an optional part
Rails.application.routes.draw do
  get "x(/:page)", to: "x#y", page: /\A\d+/
end

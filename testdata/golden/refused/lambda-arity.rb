# a lambda called with too few arguments
Rails.application.routes.draw do
  link = ->(a, b) { get a, to: b }
  link.call("a")
end

# a change to a frozen string
Rails.application.routes.draw do
  prefix = "api".freeze
  prefix << "/v1"
  get prefix, to: "x#y"
end

# a wrong constant name
Rails.application.routes.draw do
  Object.const_get("admin").routes
end

# a constant path as controller option
Rails.application.routes.draw do
  get "x", controller: "Admin::Users", action: "x"
end

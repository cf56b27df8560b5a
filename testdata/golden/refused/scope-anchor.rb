# anchor on a scope
Rails.application.routes.draw do
  scope "x", anchor: true do
    get "y", to: "z#y"
  end
end

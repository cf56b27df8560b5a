Rails.application.routes.append { get "appended", to: "b#appended" }
Rails.application.routes.prepend { get "prepended", to: "b#prepended" }
Shop::Engine.routes.prepend { get "before", to: "carts#before" }
Shop::Engine.routes.append { get "behind", to: "carts#behind" }
Rails.application.routes.draw { get "cleared", to: "b#cleared" }
if Rails.env.development?
  Rails.application.routes.append { get "in_development", to: "b#development" }
else
  Rails.application.routes.append { get "elsewhere", to: "b#elsewhere" }
end
name = "named"
Rails.application.routes.append { get name, to: "b#named" }

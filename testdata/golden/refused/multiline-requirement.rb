# a multiline requirement on a plain segment
Rails.application.routes.draw do
  get "x/:id", to: "x#y", constraints: { id: /a.b/m }
end

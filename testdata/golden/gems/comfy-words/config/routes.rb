# The words of ComfortableMexicanSofa by their own names.
# oracle: gems comfortable_mexican_sofa
Rails.application.routes.draw do
  comfy_route_cms_admin(path: "/boss")
  scope("inner", as: :inner) { comfy_route_cms_admin }
  scope(as: :first) { comfy_route_cms(path: "/pages") }
  comfy_route_cms(path: "/")
end

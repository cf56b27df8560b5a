# Pages of ComfortableMexicanSofa.
# oracle: gems comfortable_mexican_sofa
Rails.application.routes.draw do
  comfy_route :cms_admin, path: "/admin"
  comfy_route :cms, path: "/pages", sitemap: true
  scope(:x) { comfy_route :cms_admin }
end

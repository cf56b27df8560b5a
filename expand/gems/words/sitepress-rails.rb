# Sitepress: Mapper#sitepress_pages and sitepress_root, as of 3.0.1.
#
# module: Sitepress
# newest: 4.1.1
# since: 3.0.1
# word: sitepress_pages
#   Maps the pages of a site that is made of files.
#   sitepress_pages
# word: sitepress_root
#   Maps the first page of such a site, if there is no root.
#   sitepress_root

class ActionDispatch::Routing::Mapper
  def gem_sitepress_pages(controller: "sitepress/site", action: "show", root: false, constraints: Sitepress::RouteConstraint.new, as: :page)
    get "/*resource_path", controller: controller, action: action, as: as, format: false, constraints: constraints
    sitepress_root controller: controller, action: action if root
  end

  def gem_sitepress_root(controller: "sitepress/site", action: "show")
    root controller: controller, action: action unless has_named_route?(:root)
  end
end

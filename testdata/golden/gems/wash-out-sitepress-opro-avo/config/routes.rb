# Words of gems that draw a few routes.
# oracle: gems wash_out sitepress-rails opro avo
Rails.application.routes.draw do
  wash_out :rumbas
  namespace(:soap) { wash_out :users }
  sitepress_pages controller: "site", as: :doc
  sitepress_root
  scope("inner") { sitepress_pages root: true }
  mount_opro_oauth
  scope("second", as: "second") { mount_opro_oauth except: [:docs, :auth], controllers: { oauth_tests: "tests", oauth_token: "tokens" } }
  mount_avo
  scope("staff", as: "staff") { mount_avo at: "/panel", as: "panel" }
end

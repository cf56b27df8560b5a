ActiveAdmin.setup do |config|
  config.batch_actions = true
  config.comments_registration_name = "AdminComment"
  config.namespace :admin do |admin|
    admin.root_to = "start#index"
    admin.build_menu { |menu| menu.add label: "x" }
  end
  config.namespace :super do |ns|
    ns.batch_actions = false
    ns.comments_registration_name = "Remark"
    ns.site_title = "Super"
  end
end

ActiveAdmin.setup do |config|
  config.batch_actions = true
  config.root_to = "big_reports#index"
  config.logout_link_method = :delete
end

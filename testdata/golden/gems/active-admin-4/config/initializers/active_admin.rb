ActiveAdmin.setup do |config|
  config.default_namespace = :office
  config.batch_actions = true
end

ActiveAdmin.setup do |config|
  config.default_namespace = false
  config.namespace :super
end

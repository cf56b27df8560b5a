ActiveAdmin.setup do |config|
  config.batch_actions = Settings.on?
  config.root_to = "posts#index" unless Settings.on?
end

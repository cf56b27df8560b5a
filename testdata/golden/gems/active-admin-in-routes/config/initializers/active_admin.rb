ActiveAdmin.setup do |config|
  config.root_to = "reports#index"
end

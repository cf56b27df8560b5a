require "rails"
%w[active_record/railtie active_storage/engine action_controller/railtie].each { |railtie| require railtie }
module Small
  class Application < Rails::Application
    config.api_only = true
  end
end

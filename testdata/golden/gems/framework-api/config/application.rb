require "rails/all"
module Small
  class Application < Rails::Application
    config.api_only = true
  end
end

require "rails/all"

module Slim
  class Application < Rails::Application
    config.load_defaults 8.1
    config.api_only = true
  end
end

require "rails"

module Store
  class Application < Rails::Application
  end
end

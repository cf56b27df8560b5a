require "rails"

module Store
  class Application < Rails::Application
    config.paths["config/routes.rb"] << "config/late.rb"
    Dir[File.join(__dir__, "routes", "listed_*.rb")].sort.each { |file| config.paths["config/routes.rb"].unshift(file) }
  end
end

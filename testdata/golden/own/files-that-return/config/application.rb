require_relative "boot"

require "rails"

module Store
  class Application < Rails::Application
    config.eager_load = false
  end
end

ENV["SIGNALBOX_R_APPLICATION"] = "before"
return unless Rails.env.production?
ENV["SIGNALBOX_R_APPLICATION"] = "behind"

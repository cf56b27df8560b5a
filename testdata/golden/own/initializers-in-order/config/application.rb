require_relative "boot"
require "rails"
require_relative "../lib/railtie"

module Store
  class Application < Rails::Application
    config.eager_load = false
    add = ->(name) { ENV["SIGNALBOX_I"] = "#{ENV["SIGNALBOX_I"]}-#{name}".delete_prefix("-") }
    initializer(:symbol, before: :load_environment_config) { add.("symbol") }
    initializer("early") { ENV["SIGNALBOX_EARLY"] ||= "initializer" }
    initializer("bootstrap", before: :bootstrap_hook) { add.("bootstrap") }
    initializer("first", before: :load_config_initializers) { ENV["SIGNALBOX_FIRST"] ||= "initializer" }
    initializer("own", after: :engines_blank_point) { add.("own") }
    initializer("before own", before: "own") { add.("before") }
    initializer("symbol") { add.("text") }
    initializer(:config, after: :load_config_initializers) { add.("config") }
    initializer("prepare", before: :run_prepare_callbacks) { add.("prepare") }
    initializer("assets", group: :assets) { add.("assets") }
    initializer("all", group: :all) { add.("all") }
    initializer("last") { ENV["SIGNALBOX_LATE"] ||= "initializer" }
    initializer("tier") { Shop.tier = "initializer" }
    initializer("level") { Shop.level = "initializer" }
    initializer("late", after: :finisher_hook) { add.("late") }
    initializer("late twice", after: "late") do |app|
      add.("twice") if app.config.x.twice
      next unless Rails.env.production?
      add.("production")
    end
    config.x.twice = true
    config.before_initialize { add.("hook") }
    config.to_prepare { add.("to_prepare") }
    config.after_initialize { add.("after_initialize") }
    config.after_initialize { Shop.level = "after" }
  end
end

require_relative "boot"
require "rails"
require_relative "../lib/required"
load File.expand_path("../lib/loaded.rb", __dir__)
Dir[File.expand_path("../lib/relative_*.rb", __dir__)].sort.each { |file| require file }

ENV["SIGNALBOX_ASSIGNED"] = "assigned"
ENV["SIGNALBOX_DEFAULT"] ||= "https://a.example"
ENV["SIGNALBOX_DEFAULT"] ||= "https://b.example"
site = "ternary"
ENV["SIGNALBOX_TERNARY"] = Rails.env.production? ? "no" : site
ENV.store "SIGNALBOX_STORED", "stored"
ENV.update("SIGNALBOX_UPDATED" => "updated", "SIGNALBOX_DELETED" => "x")
ENV.merge!({ "SIGNALBOX_MERGED" => "merged", "SIGNALBOX_TAKEN" => "taken" })
ENV.delete("SIGNALBOX_DELETED")
ENV["SIGNALBOX_TAKEN"] = ENV.delete("SIGNALBOX_TAKEN").upcase
ENV["SIGNALBOX_FETCHED"] = ENV.fetch("SIGNALBOX_NOBODY_SETS_IT", "fetched")
ENV["SIGNALBOX_COPIED"] = ENV["SIGNALBOX_ASSIGNED"]
ENV["SIGNALBOX_NIL"] = "x"
ENV["SIGNALBOX_NIL"] = nil
{ "SIGNALBOX_LOOP" => "loop", "SIGNALBOX_ASSIGNED" => "no" }.each { |name, value| ENV[name] ||= value }
env = ENV
env["SIGNALBOX_ALIAS"] = "alias"
ENV.tap { |all| all["SIGNALBOX_TAP"] = "tap" }
ENV["SIGNALBOX_MULTIPLE"], other = "multiple", 1
ENV["SIGNALBOX_APPENDED"] = "a"
ENV["SIGNALBOX_APPENDED"] += "ppended#{other}"
ENV["SIGNALBOX_AND"] = "x"
ENV["SIGNALBOX_AND"] &&= "and"
ENV["SIGNALBOX_REJECTED"], ENV["SIGNALBOX_FILTERED"] = "x", "y"
ENV.reject! { |name, _| name == "SIGNALBOX_REJECTED" }
ENV.delete_if { |name, value| name.start_with?("SIGNALBOX_FILT") && value == "y" }
ENV.replace(ENV.to_h.merge("SIGNALBOX_KEPT" => "kept"))

def set_variable(name, value = "method")
  ENV["SIGNALBOX_#{name}"] = value
end
set_variable "METHOD"

ENV["SIGNALBOX_RESCUED_TOO"] = (ENV.fetch("SIGNALBOX_NOBODY_SETS_IT") rescue "modifier")

begin
  ENV.fetch("SIGNALBOX_NOBODY_SETS_IT")
rescue KeyError
  ENV["SIGNALBOX_RESCUED"] = "rescued"
end

case Rails.env
when "production" then ENV["SIGNALBOX_CASE"] = "no"
else ENV["SIGNALBOX_CASE"] = "case"
end

setter = ->(value) { ENV["SIGNALBOX_LAMBDA"] = value }
setter.call("lambda")
YAML.load_file(File.expand_path("variables.yml", __dir__)).each { |name, value| ENV["SIGNALBOX_#{name}"] ||= value.to_s }
ENV["SIGNALBOX_GUARDED"] = "guarded" unless ENV.key?("SIGNALBOX_NOBODY_SETS_IT")

module Start
  ENV["SIGNALBOX_MODULE"] = "module"

  module Helper
    def self.apply! = ENV["SIGNALBOX_HELPER"] = "helper"
  end

  class Application < Rails::Application
    ENV["SIGNALBOX_CLASS"] ||= "class"
    ENV["SIGNALBOX_ORDER"] = "1"
    ENV["SIGNALBOX_TWICE"] = "a"

    def self.configure_variables
      ENV["SIGNALBOX_CLASS_METHOD"] = "class_method"
    end
    configure_variables
    Helper.apply!

    config.before_configuration { ENV["SIGNALBOX_BEFORE_CONFIGURATION"] = "before_configuration" }
    config.before_initialize do
      ENV["SIGNALBOX_BEFORE_INITIALIZE"] = "before_initialize"
      ENV["SIGNALBOX_ORDER"] += "3"
    end
    config.after_initialize do |app|
      ENV["SIGNALBOX_AFTER"] = "after#{app.config.x.prefix}"
      ENV["SIGNALBOX_ORDER"] += "7"
    end
    config.to_prepare do
      ENV["SIGNALBOX_PREPARE"] = "prepare"
      ENV["SIGNALBOX_ORDER"] += "6"
    end
    initializer "variables" do |app|
      ENV["SIGNALBOX_BLOCK"] = "block"
      ENV["SIGNALBOX_ORDER"] += "5"
    end
    YAML.load_file(File.expand_path("variables.yml", __dir__)).each { |name, value| ENV["SIGNALBOX_CLASS_#{name}"] = value.to_s }
    YAML.load(File.read(File.expand_path("variables.yml", __dir__))).each { |name, value| ENV["SIGNALBOX_READ_#{name}"] = value.to_s }
    config.x.site = ENV["SIGNALBOX_CLASS"]
    config.x.prefix = "from_config"
    ENV["SIGNALBOX_FROM_CONFIG"] = config.x.prefix
  end
end

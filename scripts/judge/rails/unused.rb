# frozen_string_literal: true

# Prints what `rails routes --unused` of an application prints, by Rails' own command: its
# controllers are loaded, and its routes drawn, without its gems.
#
#   ruby -W0 unused.rb APPLICATION [-c CONTROLLER | -g PATTERN]
#   ruby -W0 unused.rb --write DIR     writes DIR/*/unused.txt, and the exit status into its last line
require_relative "boot"
require "open3"
require "tmpdir"

# The command needs nothing of Rails' command line but these.
module Rails
  module Command
    class Base
      def self.hide_command! = nil
      def self.class_option(*, **) = nil
    end
  end
end
Dir.mktmpdir do |dir|
  FileUtils.mkdir_p(File.join(dir, "rails/commands/routes"))
  File.write(File.join(dir, "rails/commands/routes/routes_command.rb"), "")
  $LOAD_PATH.unshift(dir)
  require "rails/commands/unused_routes/unused_routes_command"
end

# The command of one application.
class Unused < Rails::Command::UnusedRoutesCommand
  attr_reader :options

  def initialize(root, options)
    @root, @options = root, options
  end

  def boot_application!
    home = @root
    application = Object.new
    set = ActionDispatch::Routing::RouteSet.new
    application.define_singleton_method(:routes) { set }
    Rails.define_singleton_method(:application) { application }
    Rails.define_singleton_method(:root) { Pathname.new(home) }
    ActionController::Base.prepend_view_path(File.join(home, "app/views"))
    load_all(Dir[File.join(home, "app/{*/concerns,controllers,*}/**/*.rb")].uniq)
    load File.join(home, "config/routes.rb")
  end

  def say(text) = puts(text)

  private

  # Loads files in an order in which each finds its constants.
  def load_all(files)
    until files.empty?
      left = files.reject do |file|
        load(file)
      rescue NameError
        false
      end
      raise "no order for #{left}" if left == files
      files = left
    end
  end
end

if ARGV.first == "--write"
  Dir[File.join(ARGV[1], "*/config/routes.rb")].sort.each do |file|
    root = File.dirname(file, 2)
    out, status = Open3.capture2("ruby", "-W0", __FILE__, root)
    File.write(File.join(root, "unused.txt"), "#{out}exit #{status.exitstatus}\n")
    puts root
  end
else
  root, flag, pattern = ARGV
  Unused.new(File.realpath(root), { "-c" => { controller: pattern }, "-g" => { grep: pattern } }.fetch(flag, {})).perform
end

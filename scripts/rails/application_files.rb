# frozen_string_literal: true

require "stringio"

# Finds what a routes file needs of a real application in the application's own
# files: constants where Rails' autoloader looks, then in config and lib, and the
# settings of config/application.rb. The files are run without the gems that they
# use: for those there are stand-ins, and a file that fails keeps what it defined
# before.
module ApplicationFiles
  # config and what hangs below it. While the files of the application run, what
  # they ask for springs up; afterwards what nobody set is nil.
  class Settings < ActiveSupport::OrderedOptions
    def method_missing(name, *arguments, **, &)
      return super if name.end_with?("=") || key?(name)
      return self if ApplicationFiles.running? && name.match?(/\A\W/)
      return nil if !ApplicationFiles.running? || arguments.any?

      self[name] = Settings.new
    end

    def respond_to_missing?(*) = true

    # Drops what sprang up and was never set.
    def prune
      each_value { |value| value.prune if value.is_a?(Settings) }
      delete_if { |_, value| value.is_a?(Settings) && value.empty? }
    end
  end

  # Stands for Rails::Application as the class that config/application.rb extends.
  class Base
    class << self
      def config = Rails.application.config
      def routes = Rails.application.routes
      def method_missing(*, **) = nil
      def respond_to_missing?(*) = true
    end
  end

  class << self
    attr_reader :root

    # Looks below a folder from now on.
    def install!(root)
      @root = root
      @loaded = {}
      @before = Object.constants.to_set
      Object.prepend(Requires)
      Object.prepend(LenientObject)
      TOPLEVEL_BINDING.receiver.define_singleton_method(:include) { |*all| Object.include(*all) }
      Module.prepend(Lenient)
      NilClass.prepend(Unset)
      Rails.send(:remove_const, :Application)
      Rails.const_set(:Application, Base)
    end

    def running? = @running.to_i.positive?

    # Tells the modules of the application and of its gems.
    def own?(mod) = root && mod.name && !@before.include?(mod.name[/\A\w+/].to_s.to_sym)

    # Finds the constant that code within a module asks for: the module that holds
    # it, or nil.
    def holder(outer, name)
      return if root.nil? || name == :Application

      around(outer).find { |mod| autoloads?(mod, name) } || around(outer).find { |mod| scanned?(mod, name) } ||
        around(outer).find { |mod| literal?(mod, name) }
    end

    # Runs a file of the application, once.
    def run(file)
      return true if @loaded[file] || file.start_with?(File.join(root, "config/routes"))

      @loaded[file] = true
      @running = @running.to_i + 1
      shown, $stdout = $stdout, StringIO.new
      Kernel.load(file)
    rescue StandardError, ScriptError, SystemStackError => e
      $stderr.puts "#{file}: #{e.message.lines.first}" if ENV["VERBOSE"]
    ensure
      $stdout = shown if shown
      @running = [@running.to_i - 1, 0].max
    end

    # Runs config/application.rb for the settings that routes may ask for.
    def settings
      config = Rails.application.config
      file = File.join(root, "config/application.rb")
      run(file) if File.exist?(file)
      environment = File.join(root, "config/environments/#{Rails.env}.rb")
      run(environment) if File.exist?(environment)
      ObjectSpace.each_object(Base.singleton_class).each { |app| forget(app) unless app == Base }
      (Object.constants - @before.to_a).each { |name| complete(name) }
      config.prune
      locales = config.i18n&.available_locales
      I18n.available_locales = locales if locales.is_a?(Array)
    end

    private

    # A module that config/application.rb opens may have a file of its own in lib.
    def complete(name)
      file = File.join(root, "lib", "#{name.to_s.underscore}.rb")
      run(file) if File.exist?(file)
    end

    # The constant Application is the stand-in for the application again.
    def forget(app)
      outer, _, name = app.name.to_s.rpartition("::")
      Object.const_get(outer).send(:remove_const, name) unless outer.empty?
    end

    # The gem modules that stand-ins are for are no namespaces of the application.
    def around(mod)
      return [Object] if mod == Object || mod.name.nil? || mod.name.start_with?("ActionDispatch::", "#")

      parts = mod.name.split("::")
      (1..parts.size).map { |n| Object.const_get(parts.first(n).join("::")) }.reverse.push(Object)
    rescue NameError
      [mod, Object]
    end

    # Tells whether a file that is named after the constant defines it.
    def autoloads?(mod, name)
      return true if mod != Object && mod.const_defined?(name, false)

      path = [mod == Object ? nil : mod.name, name].compact.join("::").underscore
      %w[app/*/ app/*/concerns/ lib/ app/lib/ config/initializers/ config/].any? do |folder|
        Dir[File.join(root, folder, "#{path}.rb")].any? { |file| run(file).then { mod.const_defined?(name, false) } }
      end
    end

    # Tells whether a file of config or lib defines it at the beginning of a line.
    def scanned?(mod, name) = places[name.to_s].to_a.any? { |file| run(file).then { mod.const_defined?(name, false) } }

    # Tells whether a file that could not be run to its end gives it a literal.
    def literal?(mod, name)
      @loaded.each_key do |file|
        value = File.read(file).scrub[/^\s*#{name}\s*=\s*((['"]).*\2|%r\{.*\}|\/.*\/[mix]*|:\w+|[\d_.]+)(\.freeze)?\s*$/, 1] or next
        return mod.const_set(name, eval(value)) && true
      end
      false
    end

    def places
      @places ||= Dir[File.join(root, "{config,lib}/**/*.rb")].sort.each_with_object({}) do |file, found|
        next if file.start_with?(File.join(root, "config/routes"))

        File.read(file).scrub.scan(/^\s*(?:(?:class|module)\s+([A-Z][\w:]*)|([A-Z][\w:]*)\s*(?:\|\|)?=[^=~])/) do |defined, set|
          (found[(defined || set)[/\w+\z/]] ||= []) << file
        end
      end
    end
  end

  # Requires of gems, and of files that are not there; and other programs, which
  # no file of an application should run here.
  module Requires
    private

    def `(_command) = ""
    def system(*) = false
    def exec(*) = nil
    def spawn(*) = nil

    def require(path)
      return false if ApplicationFiles.running? && path.to_s.match?(%r{\A(bundler|rails/all\z|bootsnap)})

      super
    rescue LoadError
      raise unless ApplicationFiles.running? || StandIns.drawing

      file = File.join(ApplicationFiles.root.to_s, "lib", "#{path.to_s.delete_suffix(".rb")}.rb")
      File.exist?(file) && ApplicationFiles.run(file)
    end

    def require_relative(path)
      file = File.expand_path("#{path.to_s.delete_suffix(".rb")}.rb", File.dirname(caller_locations(1, 1).first.absolute_path.to_s))
      return Kernel.require(file) unless ApplicationFiles.running? || StandIns.drawing

      File.exist?(file) && ApplicationFiles.run(file)
    end

    def require_dependency(path)
      file = Dir[File.join(ApplicationFiles.root, "{app/*,lib,.}", "#{path.to_s.delete_suffix(".rb")}.rb")].first
      file && ApplicationFiles.run(file)
    end
  end

  # Objects that stand-ins are mixed into.
  module LenientObject
    def extend(*all) = (all -= all.grep(Class)).empty? ? self : super(*all)
  end

  # Words of gems in class bodies, and modules of gems that stand-ins are for.
  module Lenient
    def include(*all) = all.grep(Class).empty? ? super : (all -= all.grep(Class)).empty? || super(*all)
    def prepend(*all) = all.grep(Class).empty? ? super : (all -= all.grep(Class)).empty? || super(*all)

    def method_missing(name, *, **, &)
      return super if StandIns::CONVERSIONS.include?(name) || name == :to_str
      return StandIns::Value.new(name.to_s) if self.name.nil? && name.match?(/_(path|url)\z/)
      return super unless ApplicationFiles.running? || (StandIns.drawing && ApplicationFiles.own?(self))
      return false if name.end_with?("?")

      StandIns::Value.new("#{self.name}.#{name}")
    end

    def respond_to_missing?(*) = false
  end

  # What is asked of a setting that nobody set.
  module Unset
    def method_missing(name, *arguments, **)
      return super unless StandIns.drawing || ApplicationFiles.running?
      return super unless name == :[] || name.end_with?("?") || (arguments.empty? && name.match?(/\A[a-z_]\w*\??\z/) && !StandIns::CONVERSIONS.include?(name) && name != :to_str)

      name.end_with?("?") ? false : nil
    end

    def respond_to_missing?(*) = false
  end
end

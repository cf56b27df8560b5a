# frozen_string_literal: true

require "erb"
require "stringio"
require "yaml"
require_relative "packs"

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
      return self if ApplicationFiles.running? && (name.match?(/\A\W/) || arguments.any?)
      return nil if !ApplicationFiles.running? || arguments.any?

      self[name] = Settings.new
    end

    def respond_to_missing?(*) = true

    # What Rails runs at the end of its own start.
    def to_prepare(&block) = ApplicationFiles.at_last(0, &block)
    def after_initialize(*, &block) = ApplicationFiles.at_last(1, &block)

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

    # Runs a block as if it stood in a file of the application.
    def lenient
      @running = @running.to_i + 1
      yield
    ensure
      @running -= 1
    end

    # Tells the modules of the application and of its gems.
    def own?(mod) = root && mod.name && !@before.include?(mod.name[/\A\w+/].to_s.to_sym)

    # Finds the constant that code within a module asks for: the module that holds
    # it, or nil.
    def holder(outer, name)
      return if root.nil? || name == :Application

      around(outer).find { |mod| autoloads?(mod, name) } || around(outer).find { |mod| scanned?(mod, name) } ||
        around(outer).find { |mod| literal?(mod, name) } ||
        (around(outer).find { |mod| folder?(mod, name) } unless outer.is_a?(Class) && outer < StandIns::Constant)
    end

    # Runs a file of the application, once.
    def run(file)
      return true if @loaded[file] || file.start_with?(File.join(root, "config/routes")) && autoload_folders.none? { |folder| file.start_with?(File.join(root, folder)) }

      @loaded[file] = true
      running { load_leniently(file) }
    rescue StandardError, ScriptError, SystemStackError, SystemExit => e
      $stderr.puts "#{file}: #{e.message.lines.first}", *(e.backtrace.first(6) if ENV["VERBOSE"] == "2") if ENV["VERBOSE"]
    end

    # Ruby 3.1 refuses what 3.2 passes on: `def x(*, **) = y(*, **)`.
    def load_leniently(file)
      Kernel.load(file)
    rescue SyntaxError
      raise if RUBY_VERSION >= "3.2"

      text = File.read(file).gsub(/(?<=[(,\[] |[(,\[])(\*\*?|&)(?=\s*[,)\]])/) { |sign| sign + { "*" => "rest_", "**" => "options_", "&" => "block_" }[sign] }
      eval(text, TOPLEVEL_BINDING, file)
    end

    # Runs initializers. What they want to be run at the end of Rails' start waits
    # for the last of them.
    def initializing
      @waiting = [[], []]
      yield
    ensure
      waiting, @waiting = @waiting, nil
      waiting.flatten.each { |block| finish(block) }
    end

    # Runs a block that stands at a part of the end, or keeps it.
    def at_last(part, &block) = @waiting ? @waiting[part] << block : block.call

    def finish(block)
      running(&block)
    rescue StandardError, ScriptError, SystemStackError, SystemExit => e
      $stderr.puts "#{block.source_location.join(":")}: #{e.message.lines.first}" if ENV["VERBOSE"]
    end

    # The line of an initializer that asks for secrets, by raising an error.
    def refusing(file)
      return if @loaded[file]

      @loaded[file] = true
      running { load_leniently(file) }
      nil
    rescue RuntimeError => e
      e.instance_of?(RuntimeError) && e.backtrace.first[/\A#{Regexp.escape(file)}:(\d+)/, 1]&.to_i
    rescue StandardError, ScriptError, SystemExit => e
      $stderr.puts "#{file}: #{e.message.lines.first}", *(e.backtrace.first(6) if ENV["VERBOSE"] == "2") if ENV["VERBOSE"]
      nil
    end

    def running
      @running = @running.to_i + 1
      shown, $stdout = $stdout, StringIO.new
      yield
    ensure
      $stdout = shown
      @running -= 1
    end

    # Runs an initializer. A variable of the environment that it can't do without is set.
    def initialize_by(file)
      fetch = ENV.method(:fetch)
      ENV.define_singleton_method(:fetch) { |name, *rest, &block| key?(name) || rest.any? || block ? fetch.call(name, *rest, &block) : name }
      return run(file) unless (line = refusing(file))

      text = File.readlines(file).tap { |lines| lines[line - 1] = "\n" }.join
      running { eval(text, TOPLEVEL_BINDING, file) }
    rescue StandardError, ScriptError
      nil
    ensure
      ENV.singleton_class.send(:remove_method, :fetch)
      ENV.define_singleton_method(:fetch, fetch)
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
      application_of(File.exist?(file) ? File.read(file).scrub : "")
      config.prune
      locales = config.i18n&.available_locales
      I18n.available_locales = locales if locales.is_a?(Array)
      standard = config.i18n&.default_locale
      I18n.enforce_available_locales = false
      I18n.default_locale = standard if standard.is_a?(Symbol) || standard.is_a?(String)
    end

    private

    public

    # The constant Settings of the gem config, from its YAML files.
    def config_gem
      lock = root && File.join(root, "Gemfile.lock")
      return unless lock && File.exist?(lock) && File.read(lock).scrub.match?(/^    config \(/)

      files = %W[config/settings.yml config/settings/#{Rails.env}.yml].map { |file| File.join(root, file) }
      all = files.select { |file| File.exist?(file) }.map { |file| YAML.unsafe_load(ERB.new(File.read(file)).result) || {} }
      all.any? ? settings_of(all.reduce(&:deep_merge)) : nil
    rescue StandardError
      nil
    end

    def settings_of(value)
      return value.map { |one| settings_of(one) } if value.is_a?(Array)
      return value unless value.is_a?(Hash)

      value.each_with_object(Settings.new) { |(name, inner), settings| settings[name.to_sym] = settings_of(inner) }
    end

    # X::Application is the stand-in, whatever else of X was run.
    def application_of(text)
      name = text[/^\s*module\s+(\w+)\s*\n\s*class\s+Application\s*<\s*(::)?Rails::Application/, 1] or return
      outer = Object.const_defined?(name, false) ? Object.const_get(name) : Object.const_set(name, Module.new)
      outer.send(:remove_const, :Application) if outer.const_defined?(:Application, false)
      outer.const_set(:Application, Rails.application)
    end

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
      (autoload_folders + %w[app/*/ app/*/concerns/ lib/ app/lib/ config/initializers/ config/]).any? do |folder|
        (Dir[File.join(root, folder, "#{path}.rb")] - Dir[File.join(root, "app/admin/**/*.rb")]).any? { |file| run(file).then { mod.const_defined?(name, false) } }
      end
    end

    # The folders that config/application.rb adds: `config.autoload_paths <<
    # Rails.root.join("config", "routes")`.
    def autoload_folders
      file = File.join(root, "config/application.rb")
      lines = File.exist?(file) ? File.read(file).scrub.lines : []
      @autoload_folders ||= lines.filter_map do |line|
        added = line[/^\s*[^#\s].*\b(?:autoload|eager_load)_paths\s*(?:<<|\+=)\s*(.+)/, 1] or next
        added.scan(/["']([^"'\n]+)["']/).flatten.map { |part| part.gsub(/[#][{][^}]*[}]\/?/, "") }.reject(&:empty?).join("/").delete_suffix("/") + "/"
      end.uniq.-(["/"]) + Packs.folders(root).flat_map { |pack| Dir.glob("app/{*,*/concerns}/", base: pack).map { |folder| File.join(pack.delete_prefix("#{root}/"), folder) } }
    end

    # Tells whether a folder of its name stands for a module of classes.
    def folder?(mod, name)
      path = [mod == Object ? nil : mod.name, name].compact.join("::").underscore
      return false if Dir[File.join(root, "app/*", path, "**/*.rb")].empty?

      mod.const_set(name, Module.new) unless mod.const_defined?(name, false)
      true
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
      return false if ApplicationFiles.running? && path.to_s.match?(%r{\A(bundler|rails/all\z|bootsnap|zeitwerk|nokogiri|loofah)})
      return false if path.to_s.delete_suffix(".rb") == File.join(ApplicationFiles.root.to_s, "config/routes") # these are drawn just now

      super
    rescue LoadError, SyntaxError
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
      name = "#{path.to_s.delete_suffix(".rb")}.rb"
      file = File.absolute_path?(name) ? name : Dir[File.join(ApplicationFiles.root, "{app/*,lib,.}", name)].first
      file && File.exist?(file) && ApplicationFiles.run(file)
    end
  end

  # Objects that stand-ins are mixed into.
  module LenientObject
    def extend(*all) = (all = Lenient.modules(all)).empty? ? self : super(*all)
  end

  # Words of gems in class bodies, and modules of gems that stand-ins are for.
  module Lenient
    def include(*all) = (all = Lenient.modules(all)).empty? || super(*all)
    def include?(mod) = !mod.is_a?(Class) && super
    def prepend(*all) = (all = Lenient.modules(all)).empty? || super(*all)
    def alias_method(*)
      super
    rescue NameError
      raise unless ApplicationFiles.running?
    end

    def self.modules(all) = all.select { |one| one.is_a?(Module) && !one.is_a?(Class) }

    def method_missing(name, *arguments, **options, &)
      return super if StandIns::CONVERSIONS.include?(name) || name == :to_str
      return StandIns::Value.new(name.to_s) if self.name.nil? && name.match?(/_(path|url)\z/)
      return super unless ApplicationFiles.running? || (StandIns.drawing && ApplicationFiles.own?(self))
      return extend(::Devise::Models).devise(*arguments, **options) if name == :devise && is_a?(Class) && defined?(::Devise::Models)
      return false if name.end_with?("?")

      StandIns::Value.new("#{self.name}.#{name}")
    end

    def respond_to_missing?(*) = false
  end

  # What is asked of a setting that nobody set.
  module Unset
    def method_missing(name, *arguments, **)
      return super unless StandIns.drawing || ApplicationFiles.running?
      return super unless name == :[] || name.end_with?("?") || (arguments.empty? && name.match?(/\A[a-z_]\w*[?!]?\z/) && !StandIns::CONVERSIONS.include?(name) && name != :to_str)

      name.end_with?("?") ? false : nil
    end

    def respond_to_missing?(*) = false
  end
end

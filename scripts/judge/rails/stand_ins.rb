# frozen_string_literal: true

# What a routes file needs of the application around it, made up: an application
# object, and a stand-in for every constant and routing method that only the
# application or its gems would define.
module StandIns
  # Methods by which Ruby asks an object whether it converts to something.
  CONVERSIONS = %i[to_ary to_hash to_a to_proc to_io to_int to_regexp to_path to_sym].freeze

  # A Rack application and a constraint that always matches.
  module Endpoint
    def call(first = nil, *)
      first.is_a?(Hash) ? [200, { "content-type" => "text/plain" }, [stand_in_name]] : true
    end

    def matches?(*) = true

    def method_missing(name, *)
      return false if name.end_with?("?")
      return nil if CONVERSIONS.include?(name)

      text = "#{stand_in_name}.#{name}"
      MADE.key?(text) ? Value.new(text, MADE[text]) : Value.new(text)
    end

    # What methods of Action Cable and of gems make, as it prints itself.
    MADE = {
      "ActionCable.server" => "#<ActionCable::Server::Base>", "Flipper::UI.app" => "Flipper::UI", "Flipper::Api.app" => "Flipper::Api"
    }.freeze

    def respond_to_missing?(*) = false
  end

  # The value of a call on a stand-in: `Settings.host`.
  class Value
    include Endpoint
    attr_reader :stand_in_name, :inspect

    def initialize(name, shown = "#<#{name}>")
      @stand_in_name, @inspect = name, shown
    end

    def to_s = stand_in_name
    def to_str = stand_in_name
    def <=>(other) = to_s <=> other.to_s
  end

  # A constant: `Sidekiq::Web`, or an object made of it.
  class Constant
    include Endpoint

    class << self
      include Endpoint

      def stand_in_name = name

      def method_missing(name, *)
        return [] if %i[all each map to_a].include?(name)
        return nil if name == :to_str

        super
      end
    end

    def initialize(*, **) = nil
    def stand_in_name = self.class.name
    def inspect = "#<#{stand_in_name}>"
    def method_missing(name, *) = name == :to_str ? nil : super
  end

  # A constant that ends in Controller answers `action` as controllers do.
  class Controller < Constant
    def self.action(name) = Value.new("#{self.name}.action(#{name})")
    def self.controller_path = name.delete_suffix("Controller").underscore
    def self.controller_name = controller_path[%r{[^/]*\z}]
    def self.action_encoding_template(*) = false
    def self.param_encoding(*) = nil
  end

  # Its engine sets the prefix from the configuration.
  class ActiveStorage < Constant
    def self.routes_prefix = Rails.application.config.active_storage.routes_prefix || "/rails/active_storage"
  end

  @engines = []

  class << self
    attr_reader :engines

    # Finds the constant in the application's files, else makes a stand-in. What
    # words of a routes file ask for is no part of Rails.
    def missing(outer, name)
      holder = ApplicationFiles.holder(outer, name) unless made.include?(outer)
      return holder.const_get(name, false) if holder

      outer = Object if outer.name.nil? || outer.name.start_with?("ActionDispatch::", "#") || of_routes?(outer)
      return outer.const_get(name, false) if outer.const_defined?(name, false)

      constant(outer, name).tap { |made| self.made << outer.const_set(name, made) }
    end

    def made = @made ||= Set.new.compare_by_identity

    # Tells a module that routes stand in: what it asks for is no part of it.
    def of_routes?(mod)
      ApplicationFiles.root && Object.const_source_location(mod.name)&.first.to_s.start_with?(File.join(ApplicationFiles.root, "config/routes"))
    end

    # Makes the stand-in that the constant outer::name needs.
    def constant(outer, name)
      case name
      when :Application then Rails.application
      when :Settings then ApplicationFiles.config_gem || Class.new(Constant)
      when :ActiveStorage then Class.new(ActiveStorage)
      when /Engine\z/ then engine(outer)
      when /Controller\z/ then Class.new(Controller)
      when /\A[A-Z0-9]+(_[A-Z0-9]+)+\z/ then Value.new([outer == Object ? nil : outer.name, name].compact.join("::"))
      else Class.new(Constant)
      end
    end

    # An engine is named by the module around it, as isolate_namespace does. It
    # needs its constant before its name is set.
    def engine(outer)
      Class.new(Rails::Engine).tap do |engine|
        if isolated?(outer)
          engine.isolate_namespace(outer)
        elsif outer != Object
          engine.engine_name(outer.name.underscore.tr("/", "_"))
        end
        engines << engine
      end
    end

    # Tells whether an engine of the application's lib isolates a module.
    def isolated?(mod)
      @isolated ||= Dir[Rails.root.join("lib/**/*engine.rb").to_s].flat_map do |file|
        File.read(file).scan(/^\s*isolate_namespace\s+([\w:]+)/).flatten
      end
      mod != Object && @isolated.include?(mod.name)
    end

    # Defines stand-ins from now on.
    def install!
      Module.prepend(Module.new { def const_missing(name) = StandIns.missing(self, name) })
      Object.prepend(Module.new do
        private

        def require(path)
          super
        rescue LoadError => e
          raise unless StandIns.drawing && e.path == path

          false
        end
      end)
      ActionDispatch::Routing::Mapper.include(Words)
      Gem::Version.singleton_class.prepend(Versions)
    end

    attr_accessor :drawing
  end

  # The version of what is not there is 0, so that no condition on it holds.
  module Versions
    def new(version) = super(version.is_a?(Endpoint) ? "0" : version)
  end

  # Routing methods of gems: their blocks are drawn, else they do nothing.
  module Words
    # Words whose blocks set options, or that draw resources around theirs.
    SETTING = /\A(devise_for|use_doorkeeper|mount_)/
    RESOURCES = /\A(jsonapi|api)_(related_)?resources?\z/

    def method_missing(name, *arguments, **, &block)
      return nil if name.match?(SETTING) || ENV["TABLE_WORDS"] == "0"
      return resources(*arguments, only: [], &block) if name.match?(RESOURCES) && block && arguments.any?

      block&.call(*Array.new([block.arity, 0].max))
      nil
    end

    def respond_to_missing?(*) = false
  end

  # Stands for Rails.application.
  class Application
    Settings = Struct.new(:api_only, :relative_url_root)
    Paths = Class.new(Hash) { def add(*) = nil }

    # The folders of one of them, config/routes, as Rails::Paths::Path has them.
    class Path < Array
      def paths = map { |folder| Pathname.new(File.expand_path(folder, Rails.root)) }
      def expanded = paths.map(&:to_s)
      def existent = expanded.select { |folder| File.exist?(folder) }
    end

    attr_reader :routes, :config

    def initialize(root, api_only)
      @routes = ActionDispatch::Routing::RouteSet.new_with_config(Settings.new(api_only, nil))
      @routes.draw_paths = Path[File.join(root, "config/routes")]
      @config = options(root: Pathname.new(root), api_only: api_only, hosts: [])
      @config[:paths] = Paths.new { |paths, name| paths[name] = [] }.merge!("config/routes" => @routes.draw_paths)
      %i[x action_mailer active_storage action_cable turbo assets i18n].each { |part| @config[part] = options }
    end

    def root = config.root
    def class = singleton_class.superclass
    def call(env) = routes.call(env)
    def inspect = "App::Application"
    def env_config = {}
    def credentials = options
    def secrets = options
    def config_for(*) = options
    def eager_load! = nil
    def reload_routes! = nil
    def configure(&) = instance_eval(&)
    def method_missing(name, *) = Value.new("Rails.application.#{name}")
    def respond_to_missing?(*) = false

    private

    def options(**values) = ApplicationFiles::Settings.new.merge!(values)
  end
end

# frozen_string_literal: true

# Prints as JSON what Rails draws for the folder of an engine, or for an
# application with the engines of its repository, when it boots them without the
# gems that they use. It is run by scripts/judge/run rails applications --engines.
#
#   ruby -W0 engine_tables.rb FOLDER
#
# The answer is a list of sections, each with a title (an engine, or "application") and rows of name, verb, path and
# endpoint; the application first, then the engines that it mounts, then, for an engine's folder, all others with routes. What the initializers of the
# repository do is done as far as it goes; those of gems are not run.
require_relative "boot"
require_relative "stand_ins"
require_relative "application_files"
require_relative "booted"
require "rails/application"
require "tmpdir"

# What an engine's class asks of gems, and files of the repository that it requires.
module EngineStandIns
  # config.some_gem, which its railtie would add.
  module Options
    def method_missing(name, *, **)
      super
    rescue NoMethodError
      Rails::Railtie::Configuration.class_variable_get(:@@options)[name] ||= ApplicationFiles::Settings.new
    end
  end

  # Files of the repository are run once, gems that happen to be installed not.
  module Requires
    private

    def require(path)
      return super unless ApplicationFiles.running?
      return false if path.to_s.match?(/\A(devise|doorkeeper|omniauth|warden|responders|orm_adapter|sidekiq|redis)/)

      name = "#{path.to_s.delete_suffix(".rb")}.rb"
      file = $LOAD_PATH.map { |folder| File.join(folder.to_s, name) }.find { |found| found.start_with?(ApplicationFiles.root) && File.exist?(found) }
      file ? ApplicationFiles.run(file) : super
    end
  end

  # Spree's word for routes.draw.
  module Words
    def add_routes(&) = routes.draw(&)
  end
end

# The folder of an engine, or an application with engines.
class EngineTables
  DEFINES = /^\s*class\s+[\w:]+\s*<\s*(::)?(\w+::)*\w*(Engine|Railtie)\b/

  def initialize(root)
    @root = File.realpath(root)
    @application = File.exist?(File.join(@root, "config/application.rb"))
    install
  end

  def sections
    load_gems
    boot
    reloader = Rails.application.routes_reloader
    reloader.loaded = true # or whoever asks for routes loads them again
    reloader.send(:clear!)
    reloader.paths.each { |file| Kernel.load(file.to_s) }
    reloader.send(:finalize!)
    (engines.map(&:routes) - reloader.route_sets).each(&:finalize!)
    listed
  end

  private

  def install
    ActionDispatch::Routing::Mapper::Resources::Resource.prepend(KnownActions)
    Rails::Railtie::Configuration.prepend(EngineStandIns::Options)
    Rails::Engine.extend(EngineStandIns::Words)
    StandIns.install!
    real = Rails::Application
    ApplicationFiles.install!(@root)
    Rails.send(:remove_const, :Application)
    Rails.const_set(:Application, real)
    Object.prepend(EngineStandIns::Requires)
    StandIns.drawing = true
    home = Pathname.new(@root)
    Rails.define_singleton_method(:root) { home }
  end

  def gems
    return [[Dir[File.join(@root, "*.gemspec")].map { |file| File.basename(file, ".gemspec") }.min, @root]] unless @application

    file = File.join(@root, "Gemfile")
    File.exist?(file) ? Booted::LenientGemfile.new(file).within(@root) : []
  end

  # Loads what the gems require, and further engines of an engine's folder.
  def load_gems
    gems.each { |_, folder| $LOAD_PATH.unshift(File.join(folder, "lib")) }
    gems.each do |name, folder|
      [name, name&.tr("-", "/")].compact.uniq.each { |path| run(File.join(folder, "lib", "#{path}.rb")) }
      run(*engine_files(folder)) unless @application
    end
    return unless @application

    run(File.join(@root, "config/application.rb"))
    Dir[File.join(@root, "config/initializers/**/*.rb")].sort.each do |file|
      run(file) if File.read(file).scrub.match?(/inflect|Routing::Mapper|I18n\.\w+_locale/)
    end
  end

  def engine_files(folder)
    files = Dir[File.join(folder, "lib/**/*.rb")].sort.reject { |file| file.match?(%r{/(generators|templates)/}) }
    files.select { |file| File.read(file).scrub.match?(DEFINES) }
  end

  def run(*files) = files.each { |file| ApplicationFiles.run(file) if File.exist?(file) }

  def engines = (Rails::Engine.subclasses + StandIns.engines).uniq.reject { |engine| engine.abstract_railtie? || engine <= Rails::Application }

  def own?(engine) = engine.called_from.to_s.start_with?(@root)

  # Runs the initializers of the repository, and Rails' own of routes.
  def boot
    Class.new(Rails::Application) { def self.name = "App::Application" } unless Rails.app_class
    app = Rails.application = Rails.app_class.instance # the one that its class set up
    app.config.root = @application ? @root : Dir.mktmpdir # an empty application around the engine
    initializers = app.initializers
    order = begin
      initializers.tsort_each.to_a
    rescue TSort::Cyclic
      initializers.to_a
    end
    order.each { |initializer| initialize_with(initializer, app) }
    ActiveSupport.run_load_hooks(:after_initialize, app)
  rescue StandardError, ScriptError, SystemStackError => e
    warn e.message
  end

  def initialize_with(initializer, app)
    mine = initializer.block.source_location.first.start_with?(@root)
    owner = initializer.instance_variable_get(:@context)
    routing = initializer.name == :add_routing_paths && (owner == app || own?(owner.class))
    return initializer.run(app) if routing

    ApplicationFiles.lenient { initializer.run(app) } if mine
  rescue StandardError, ScriptError => e
    warn "#{initializer.name}: #{e.message}"
  end

  def listed
    tables = { "application" => rows(Rails.application.routes) }
    Rails.application.routes.routes.map { |route| ActionDispatch::Routing::RouteWrapper.new(route) }.select(&:engine?).each do |mount|
      tables[mount.endpoint] ||= rows(mount.rack_app.routes)
    end
    engines.each { |engine| tables[engine.name] ||= rows(engine.routes) if engine.routes.routes.any? } unless @application
    tables.map { |title, rows| { title: title, rows: rows } }
  end

  def rows(set)
    wrapped = set.routes.map { |route| ActionDispatch::Routing::RouteWrapper.new(route) }.reject(&:internal?)
    wrapped.map { |row| [row.name, row.verb, row.path, row.reqs].map(&:to_s) }
  end
end

# Leaves unknown actions of only: and except: out, as Rails up to 7.2 does.
module KnownActions
  def initialize(entities, api_only, shallow, only: nil, except: nil, **options)
    super(entities, api_only, shallow, only: known(only), except: known(except), **options)
  end

  private

  def known(actions) = actions && Array(actions).select { |action| self.class.default_actions(false).include?(action.to_sym) }
end

answer = $stdout.dup
$stdout.reopen($stderr) # of what the repository's files print, nothing is the answer
begin
  answer.puts JSON.generate(EngineTables.new(ARGV.first).sections)
rescue StandardError, ScriptError => e
  abort "#{e.message.lines.first.to_s.strip} (#{e.class})"
end

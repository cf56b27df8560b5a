# frozen_string_literal: true

# The routes that a booted application has besides its own, for cases that say
# `# oracle: framework`.
#
# They are drawn by the code of Rails' engines and of the gems of Gemfile.lock,
# from trees in GEMS_DIR (rails-7.1.3, turbo-rails-2.0.21), in the order of Rails'
# boot: blocks given to routes.prepend, the application's file, the engines' files,
# the one loaded last first.
class Framework
  ENGINES = { "actionmailbox" => "action_mailbox/engine", "activestorage" => "active_storage/engine" }.freeze
  GEMS = %w[health_check turbo-rails].freeze # in the order of a sorted Gemfile

  def self.wanted?(head) = head.match?(/^# oracle: framework$/)

  def initialize(root)
    @root = root
    @lock = File.read(File.join(root, "Gemfile.lock"))
    @rails = tree("rails")
    settings = File.join(root, "config/application.rb")
    @requires = File.exist?(settings) ? File.read(settings) : "rails/all"
  end

  def missing? = [@rails, *gems].any? { |folder| !File.directory?(folder) }

  # Draws everything; the block draws the application's own routes.
  def draw(&own)
    app = Rails.application
    @config = app.config
    define_modules
    routes = app.routes
    routes.disable_clear_and_finalize = true
    prepends(app)
    routes.clear!
    own.call
    (gems.reverse + engines).each { |folder| Kernel.load(File.join(folder, "config/routes.rb")) if File.exist?(File.join(folder, "config/routes.rb")) }
    run_last
    routes.finalize!
  end

  private

  def version(name) = @lock[/^    #{Regexp.escape(name)} \(([^)]+)\)/, 1]
  def tree(name) = File.join(ENV["GEMS_DIR"].to_s, "#{name}-#{version(name)}")
  def gems = GEMS.select { |name| version(name) }.map { |name| tree(name) }
  def loads?(library) = @requires.include?("rails/all") || @requires.include?(library)
  def engines = ENGINES.select { |_, library| loads?(library) }.keys.map { |name| File.join(@rails, name) }

  # What the routes files ask for, as the engines set it from the configuration.
  def define_modules
    storage = @config.active_storage
    Object.const_set(:ActiveStorage, Module.new).singleton_class.attr_accessor(:routes_prefix, :draw_routes)
    ActiveStorage.routes_prefix = storage.routes_prefix || "/rails/active_storage"
    ActiveStorage.draw_routes = storage.draw_routes != false
    Object.const_set(:Turbo, Module.new).singleton_class.attr_accessor(:draw_routes)
    Turbo.draw_routes = @config.turbo.draw_routes != false
    health_check if version("health_check")
    server = StandIns::Value.new("ActionCable::Server::Base")
    Object.const_set(:ActionCable, Module.new).define_singleton_method(:server) { server }
  end

  def health_check
    health = Object.const_set(:HealthCheck, Module.new)
    health.mattr_accessor(:uri, default: "health_check")
    health.define_singleton_method(:setup) { |&block| block.call(health) }
    health.const_set(:Engine, Class.new(Rails::Engine)).cattr_accessor(:routes_explicitly_defined)
    Kernel.load(File.join(tree("health_check"), "lib/health_check/health_check_routes.rb"))
  end

  # The blocks of Rails' source that give routes to prepend.
  def prepends(app)
    cable = @config.action_cable
    cable.mount_path = "/cable" unless cable.key?(:mount_path)
    mailer = @config.action_mailer
    mailer.show_previews = Rails.env.development? if mailer.show_previews.nil?
    propshaft(app)
    parts = [mailers, cables, infos]
    parts.rotate!(-1) if Gem::Version.new(version("rails")) < Gem::Version.new("7") # add_builtin_route came first
    parts.compact.each { |code| instance_exec(app, &eval("proc { |app| #{code} }", binding, "framework", 1)) }
  end

  def propshaft(app)
    return unless version("propshaft")

    code = File.read(File.join(tree("propshaft"), "lib/propshaft/railtie.rb"))[/^      if config\.assets\.server.*?^      end/m] or return
    assets = @config.assets
    assets.server = Rails.env.local? unless assets.key?(:server)
    server = Class.new { def call(*) = nil; def inspect = "Propshaft::Server" }.new
    assembly = Struct.new(:server, :config).new(server, Struct.new(:prefix).new(assets.prefix || "/assets"))
    app.define_singleton_method(:assets) { assembly }
    config = @config
    eval(code, binding)
  end

  def source(file) = File.read(File.join(@rails, file))

  def mailers
    return unless loads?("action_mailer/railtie")

    "options = app.config.action_mailer\n" + source("actionmailer/lib/action_mailer/railtie.rb")[/^      if options\.show_previews\n        app\.routes.*?^      end/m]
  end

  def cables
    return unless loads?("action_cable/engine")

    source("actioncable/lib/action_cable/engine.rb")[/^    initializer "action_cable\.routes" do\n      config\.after_initialize do \|app\|\n(.*?)^      end/m, 1]
  end

  def infos = source("railties/lib/rails/application/finisher.rb")[/^      initializer :add_(?:internal_routes|builtin_route) do \|app\|\n(.*?)^      end/m, 1]

  # What the finisher calls: its last block is run when the files are loaded.
  def routes_reloader = @routes_reloader ||= Struct.new(:run_after_load_paths).new

  def run_last = routes_reloader.run_after_load_paths&.call
end

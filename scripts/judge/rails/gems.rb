# frozen_string_literal: true

# The routing methods of real gems, for cases that say `# oracle: gems devise`.
#
# GEMS_DIR holds unpacked trees of the gems, NAME-VERSION each: devise-5.0.3. The
# version is that of the case's Gemfile.lock, or else the one in VERSIONS; of real
# applications the nearest that is there. What the gems need around their routing
# code is a stand-in, models and initializers of the case are run.
module GemWords
  VERSIONS = {
    "devise" => "5.0.3", "doorkeeper" => "5.9.6", "doorkeeper-openid_connect" => "1.10.5", "devise_token_auth" => "1.3.0",
    "griddler" => "1.5.2", "health_check" => "3.1.0", "jsonapi-resources" => "0.10.7", "route_translator" => "16.2.0",
    "activeadmin" => "3.5.2", "doorkeeper-device_authorization_grant" => "1.0.3", "devise_invitable" => "2.0.11", "devise-security" => "0.18.0", "devise-two-factor" => "6.4.0",
    "devise_cas_authenticatable" => "2.0.2", "devise_saml_authenticatable" => "2.0.0", "devise_ldap_authenticatable" => "0.8.7",
    "versionist" => "2.0.1", "devise_security_extension" => "0.10.0", "two_factor_authentication" => "2.2.0", "devise_masquerade" => "2.1.4",
    "active_scaffold" => "4.3.2", "api_guard" => "0.6.0", "apipie-rails" => "1.5.0", "arclight" => "1.6.2", "avo" => "3.26.0", "bigbluebutton_rails" => "3.2.0",
    "blacklight" => "9.0.0", "blacklight-marc" => "8.1.4", "blacklight_range_limit" => "9.1.0", "comfortable_mexican_sofa" => "2.0.19", "curation_concerns" => "1.7.8",
    "geoblacklight" => "5.3.0", "hydra-batch-edit" => "2.1.0", "hyrax" => "5.2.0", "opro" => "0.5.0", "passwordless" => "1.8.1", "sitepress-rails" => "4.1.1",
    "wash_out" => "0.12.0", "dotenv" => "3.2.0"
  }.freeze

  # The oldest versions that Rails 8.1's mapper can be given.
  OLDEST = { "devise" => "4", "route_translator" => "15" }.freeze

  # The initializers of a real application that a gem's settings stand in.
  SETTINGS = {
    "devise" => /\b(Devise|OmniAuth)\b/, "doorkeeper" => /\bDoorkeeper\b/, "devise_token_auth" => /\bDeviseTokenAuth\b/,
    "apipie-rails" => /\bApipie\b/, "avo" => /\bAvo\b/, "bigbluebutton_rails" => /\bBigbluebuttonRails\b/, "curation_concerns" => /\bCurationConcerns\b/, "hyrax" => /\bHyrax\b/,
    "health_check" => /\bHealthCheck\b/, "jsonapi-resources" => /\bJSONAPI\b/, "route_translator" => /\bRouteTranslator\b/, "activeadmin" => /\bActiveAdmin\b/
  }.freeze

  # Answers every call with nothing.
  module Quiet
    def method_missing(*, **) = nil
    def respond_to_missing?(*) = true
  end

  # Answers every call with itself.
  class Deaf
    def method_missing(*, **) = self
    def respond_to_missing?(name, *) = !StandIns::CONVERSIONS.include?(name) && name != :to_str
  end

  # Requests come from a visitor who is not signed in; `authenticate` stops them.
  class Visitor
    def authenticate?(*, **) = false
    def authenticate!(*, **) = throw(:warden)
    def user(*) = nil
  end

  module SignedOut
    def call(env)
      env["warden"] ||= Visitor.new
      answer = nil
      stopped = true
      catch(:warden) do
        answer = super
        stopped = false
      end
      stopped ? [401, { "content-type" => "text/plain" }, []] : answer
    end
  end

  class << self
    attr_reader :root

    def missing(names) = names.reject { |name| ENV["GEMS_DIR"] && File.directory?(tree(name, VERSIONS[name])) }

    # The gems of a real application that GEMS_DIR has a tree of.
    def of(root)
      return [] if ENV["GEMS_DIR"].to_s.empty?

      @lock = lock_of(root)
      gemfile = File.join(root, "Gemfile")
      said = File.exist?(gemfile) ? File.read(gemfile).scrub.scan(/^\s*gem\s*\(?\s*['"]([\w-]+)['"]/).flatten : []
      VERSIONS.keys.select { |name| (@lock.empty? ? said.include?(name) : locked(name)) && nearest(name) }
    end

    # Loads the gems and the models of a case.
    def load(names, root)
      prepare(names, root)
      names.each { |name| words_of(name) }
      active_record if names.include?("jsonapi-resources")
      autoload_below(Object, File.join(root, "app/models"))
      autoload_below(Object, File.join(root, "app/models/concerns"))
    end

    # Loads what a gem says of routes: by the method of its name below, or else as the gem itself is
    # required.
    def words_of(name) = respond_to?(name.tr("-", "_")) ? public_send(name.tr("-", "_")) : require(name)

    # Loads the gems of a real application, whose files are run as they are asked for.
    # What can't be loaded is told, and left out.
    def load_real(names, root)
      @real = true
      prepare(names, root)
      names.each do |name|
        words_of(name)
      rescue StandardError, ScriptError => e
        $stderr.puts "#{name}-#{version(name)}: #{e.message.lines.first} #{e.backtrace.first}"
      end
      active_record if names.any?
    end

    # What the initializers of a real application take from its secrets.
    def complete
      Devise.secret_key ||= "golden" if defined?(::Devise)
    end

    def prepare(names, root)
      @root = root
      @lock = lock_of(root)
      names.each do |name|
        lib = File.join(tree(name, version(name)), "lib")
        raise "no #{name} #{version(name)} in GEMS_DIR" unless File.directory?(lib)

        $LOAD_PATH.unshift(lib)
      end
    end

    def lock_of(root) = File.exist?(lock = File.join(root, "Gemfile.lock")) ? File.read(lock).scrub : ""
    def locked(name) = @lock[/^    #{Regexp.escape(name)} \(([^)]+)\)/, 1]
    def version(name) = @real ? nearest(name) : locked(name) || VERSIONS.fetch(name)

    # The version in GEMS_DIR that is nearest to the one of Gemfile.lock: of the same
    # minor version, else the last before it.
    def nearest(name)
      wanted = Gem::Version.new(locked(name) || VERSIONS.fetch(name))
      there = Dir[tree(name, "[0-9]*/")].map { |folder| Gem::Version.new(File.basename(folder).delete_prefix("#{name}-")) }.sort
      there.select! { |version| version >= Gem::Version.new(OLDEST.fetch(name, "0")) }
      kin = there.select { |version| version.segments.first(2) == wanted.segments.first(2) }
      (kin.reverse.find { |version| version <= wanted } || kin.first || there.reverse.find { |version| version <= wanted } || there.first)&.to_s
    end

    # The files that dotenv loads, if the application names it.
    def dotenv
      gemfile = File.join(@root, "Gemfile")
      return unless File.exist?(gemfile) && File.read(gemfile).scrub.match?(/^\s*gem\s*\(?\s*["']dotenv/)

      require "dotenv"
      env = Rails.env
      Dotenv.load(*[".env.#{env}.local", (".env.local" unless env.test?), ".env.#{env}", ".env"].compact.map { |name| File.join(@root, name) })
    end

    def tree(name, version) = File.join(ENV["GEMS_DIR"].to_s, "#{name}-#{version}")

    def devise
      stand_ins_of_devise
      require "devise"
      Kernel.module_eval { def gem(*) = true }
      require "devise/omniauth" unless @real && !locked("omniauth")
      Devise.secret_key = "golden"
      Devise.warden_config = Deaf.new
      ActionDispatch::Routing::RouteSet.prepend(SignedOut)
      Object.const_set(:ApplicationRecord, Class.new { extend Devise::Models, Models }) unless @real
    end

    # Active Record as far as models of real applications need it to say what routes
    # ask for: modules of Devise, and associations.
    def active_record
      version = Gem::Version.new(locked("activerecord") || Rails.version)
      base = define(:ActiveRecord, Module.new).const_set(:Base, Class.new { extend Record })
      ActiveRecord.define_singleton_method(:gem_version) { version }
      ActiveRecord.define_singleton_method(:version) { version }
      base.extend(::Devise::Models) if defined?(::Devise::Models)
      Object.const_set(:ApplicationRecord, Class.new(base)) unless @real || Object.const_defined?(:ApplicationRecord)
    end

    Association = Struct.new(:name, :options) do
      def class_name = (options[:class_name] || name.to_s.camelize).to_s
      def polymorphic? = options[:polymorphic] || false
    end

    # The words of a model's class.
    module Record
      def belongs_to(name, _scope = nil, **options) = associations[name.to_sym] = Association.new(name, options)
      def has_one(name, _scope = nil, **options) = associations[name.to_sym] = Association.new(name, options)
      def has_many(name, _scope = nil, **options, &) = associations[name.to_sym] = Association.new(name.to_s.singularize, options)
      alias has_and_belongs_to_many has_many

      def associations = @associations ||= {}
      def reflect_on_association(name) = associations[name.to_sym] || (superclass.reflect_on_association(name) if superclass.respond_to?(:reflect_on_association))

      def method_missing(name, *, **)
        name.end_with?("?") ? false : StandIns::Value.new("#{self.name}.#{name}")
      end

      def respond_to_missing?(name, *) = name.match?(/\A(validates|before_|after_|around_)/)
    end

    # What a model says besides `devise` is heard and forgotten.
    module Models
      def method_missing(*, **) = nil
      def respond_to_missing?(name, *) = name.to_s.match?(/\A(validates|before_|after_|around_)/)
    end

    # The settings of OmniAuth: those that routes ask for, the others are forgotten.
    OmniAuthSettings = Struct.new(:path_prefix, :on_failure, :allowed_request_methods) { include Quiet }

    def stand_ins_of_devise
      warden = define(:Warden, Module.new)
      warden.const_set(:Mixins, Module.new).const_set(:Common, Module.new)
      warden.const_set(:Config, Class.new { include Quiet })
      warden.const_set(:Manager, Class.new { extend Quiet })
      warden.const_set(:Strategies, Module.new.extend(Quiet)).const_set(:Base, Class.new { extend Quiet })
      define(:OrmAdapter, Module.new)
      define(:BCrypt, Module.new)
      ActionController.const_set(:Responder, Class.new)
      define(:OmniAuth, Module.new).singleton_class.attr_reader(:config)
      old = Gem::Version.new(version("devise")) < Gem::Version.new("4.8") # it refuses OmniAuth 2
      OmniAuth.const_set(:VERSION, old ? "1.9.2" : locked("omniauth") || "2.1.4")
      methods = @lock.match?(/^    omniauth \([01]\./) ? %i[get post] : [:post] # as these versions begin
      OmniAuth.instance_variable_set(:@config, OmniAuthSettings.new("/auth", nil, methods))
      %w[warden orm_adapter responders bcrypt omniauth omniauth/version].each { |lib| $LOADED_FEATURES << "#{lib}.rb" }
      old_rails
    end

    # What devise 4 up to 4.8 calls and Rails 8 dropped.
    def old_rails
      dependencies = ActiveSupport::Dependencies
      dependencies.define_singleton_method(:reference) { |_| } unless dependencies.respond_to?(:reference)
      dependencies.define_singleton_method(:constantize, &:constantize) unless dependencies.respond_to?(:constantize)
      deprecator = Module.new do
        def deprecate_constant(*names, deprecator: ActiveSupport.deprecator, **rest) = super
      end
      ActiveSupport::Deprecation::DeprecatedConstantAccessor.singleton_class.prepend(Module.new do
        define_method(:included) { |base| super(base).tap { base.singleton_class.prepend(deprecator) } }
      end)
    end

    # Modules of other gems: their declarations, without the models behind them.
    def devise_invitable
      require "devise_invitable/routes"
      require "devise_invitable/mapping"
      Devise::Mapping.prepend(DeviseInvitable::Mapping)
      add_modules("devise_invitable", "devise_invitable.rb")
    end

    def devise_security
      require "devise-security/routes"
      add_modules("devise-security", "devise-security.rb")
    end

    def devise_cas_authenticatable
      require "devise_cas_authenticatable/routes"
      add_modules("devise_cas_authenticatable", "devise_cas_authenticatable.rb")
    end

    def devise_saml_authenticatable
      require "devise_saml_authenticatable/routes"
      Devise.mattr_accessor :saml_route_helper_prefix
      add_modules("devise_saml_authenticatable", "devise_saml_authenticatable.rb")
    end

    def devise_ldap_authenticatable = add_modules("devise_ldap_authenticatable", "devise_ldap_authenticatable.rb")

    def devise_security_extension
      require "devise_security_extension/routes"
      add_modules("devise_security_extension", "devise_security_extension.rb")
    end

    def two_factor_authentication
      # Rails 8.1 refuses the action that the gem's `only:` has and no resource.
      ActionDispatch::Routing::Mapper.prepend(Module.new do
        def resource(*names, **options, &block)
          options[:only] -= [:resend_code] if options[:only].is_a?(Array)
          super
        end
      end)
      require "two_factor_authentication/routes"
      add_modules("two_factor_authentication", "two_factor_authentication.rb")
    end

    def devise_masquerade
      require "devise_masquerade/routes"
      add_modules("devise_masquerade", "devise_masquerade.rb")
    end

    def devise_two_factor = add_modules("devise-two-factor", "devise-two-factor.rb")

    def add_modules(gem, file)
      source = File.read(File.join(tree(gem, version(gem)), "lib", file))
      Devise.singleton_class.prepend(Module.new do
        def add_module(name, options = {})
          Devise::Models.const_set(name.to_s.classify, Module.new) unless Devise::Models.const_defined?(name.to_s.classify, false)
          super(name, options.except(:model))
        end
      end)
      eval(source.scan(/^Devise\.add_module.*?(?=\n\n|\nDevise|\z)/m).join("\n"))
    end

    def devise_token_auth
      require "devise_token_auth/rails/routes"
      token = Module.new.extend(Quiet)
      token.mattr_accessor(:omniauth_prefix, default: "/omniauth")
      token.mattr_accessor(:redirect_whitelist)
      token.define_singleton_method(:setup) { |&block| block.call(token) }
      define(:DeviseTokenAuth, token)
      Object.send(:remove_const, :OmniAuth) unless @lock.empty? || @lock.include?("    omniauth (")
    end

    def activeadmin
      require "active_model"
      require_relative "active_admin"
      require "active_admin/router"
      source = File.read(File.join(tree("activeadmin", version("activeadmin")), "lib/active_admin/devise.rb"))
      ActiveAdmin.module_eval("module Devise; #{source[/^    def self\.config.*?(?=^    module Controller)/m]} end")
    end

    def jsonapi_resources
      require "concurrent"
      parts = version("jsonapi-resources").start_with?("0.9.") ? %w[relationship_builder resource] : %w[basic_resource active_relation_resource resource]
      (%w[naive_cache callbacks formatter configuration relationship] + parts + %w[routing_ext]).each { |part| require "jsonapi/#{part}" }
      autoload_below(Object, File.join(root, "app/resources"))
      # Rails 8.1 takes keywords where the gem still gives a hash.
      keywords = Module.new do
        def initialize(entities, api_only, shallow, given = {}, **options) = super(entities, api_only, shallow, **given.except(:only, :except), **options)
      end
      ActionDispatch::Routing::Mapper::Resources::Resource.prepend(keywords)
      ActionDispatch::Routing::Mapper::Resources::SingletonResource.prepend(keywords)
    end

    def route_translator
      require "i18n"
      I18n.load_path.concat(Dir[File.join(root, "config/locales/**/*.{rb,yml}")].sort)
      I18n.load_path.reject! { |file| @real && unreadable?(file) }
      ActiveSupport.on_load(:action_controller) {}
      require "route_translator"
      ActionDispatch::Routing::Mapper.prepend(Module.new) # the gem reopens it
    end

    # Tells a translation that Ruby cannot read: the rest is asked without it.
    def unreadable?(file)
      file.end_with?(".yml") && !YAML.parse_file(file)
    rescue Psych::SyntaxError
      true
    end

    def versionist
      $LOADED_FEATURES << "versionist/railtie.rb"
      require "versionist"
      ActionDispatch::Routing::Mapper.include(Versionist::Routing)
    end

    # Settings of a gem: those that its routes ask for, the others are forgotten.
    def settings_of(mod, **values)
      settings = Class.new { include Quiet }.new
      values.each do |name, value|
        settings.define_singleton_method(name) { value }
        settings.define_singleton_method(:"#{name}=") { |v| value = v }
      end
      %i[configuration config configure].each { |word| mod.define_singleton_method(word) { |&block| block ? block.call(settings) : settings } }
      settings
    end

    def reopened_mapper = ActionDispatch::Routing::Mapper.prepend(Module.new) # the gem reopens it

    # The text of a method, or of whatever ends with its indentation, in a gem's file.
    def source_in(gem, file, first)
      text = File.read(File.join(tree(gem, version(gem)), file))
      at = text.index(first) or raise "#{gem}: no #{first}"
      indent = text[0...at][/ *\z/]
      text[at..][/\A.*?^#{indent}end$/m]
    end

    def blacklight
      mod = define(:Blacklight, Module.new)
      unless version("blacklight").start_with?("5.")
        require "blacklight/routes"
        return
      end
      define(:Deprecation, Module.new)
      Module.class_eval { def deprecation_deprecate(*) = nil }
      $LOADED_FEATURES << "deprecation.rb"
      mod.define_singleton_method(:secret_key) { "golden" }
      require "blacklight/rails/routes"
      mod.autoload(:Routes, "blacklight/routes")
      mod.module_eval(source_in("blacklight", "lib/blacklight.rb", "def self.add_routes"))
    end

    def blacklight_marc
      marc = ::Blacklight.const_set(:Marc, Module.new)
      marc.module_eval(source_in("blacklight-marc", "lib/blacklight/marc.rb", "def self.add_routes"))
      require "blacklight/marc/routes"
    end

    def blacklight_range_limit = require("blacklight_range_limit/routes")

    def geoblacklight
      %w[exportable downloadable wms].each { |part| require "geoblacklight/routes/#{part}" }
    end

    def arclight = require("arclight/routes")

    def hydra_batch_edit
      batch = define(:Hydra, Module.new).const_set(:BatchEdit, Module.new)
      require "hydra/batch_edit/routes"
      batch.module_eval(source_in("hydra-batch-edit", "lib/hydra/batch_edit.rb", "def self.add_routes"))
    end

    # The kinds of works of Hyrax, and of curation_concerns.
    class Works
      include Quiet

      %w[register_curation_concern registered_curation_concern_types normalize_concern_name].each do |name|
        define_method(name) { |*args| raise "no #{name}" }
      end

      def initialize = @registered_concerns = []
    end

    def works(gem, file, name)
      define(name, Module.new)
      settings = Works.new
      ["register_curation_concern", "registered_curation_concern_types", "normalize_concern_name"].each { |word| Works.class_eval(source_in(gem, file, "def #{word}")) }
      %i[config configure].each { |word| Object.const_get(name).define_singleton_method(word) { |&block| block ? block.call(settings) : settings } }
      define(:Deprecation, Module.new.extend(Quiet)) unless Object.const_defined?(:Deprecation)
      # Rails 8.1 takes keywords where the gem still gives a hash.
      ActionDispatch::Routing::Mapper.prepend(Module.new { def namespace(name, given = nil, **options, &block) = super(name, **given.to_h, **options, &block) })
    end

    def hyrax
      works("hyrax", "lib/hyrax/configuration.rb", :Hyrax)
      require "hyrax/rails/routes"
    end

    def curation_concerns
      works("curation_concerns", "lib/curation_concerns/configuration.rb", :CurationConcerns)
      require "curation_concerns/rails/routes"
    end

    def apipie_rails
      settings_of(define(:Apipie, Module.new), doc_base_url: "/apipie")
      require "apipie/routing"
    end

    def avo
      settings = settings_of(define(:Avo, Module.new), root_path: "/avo")
      path = settings.method(:root_path)
      settings.define_singleton_method(:root_path) { path.call == "/" ? "" : path.call }
      ::Avo.define_singleton_method(:plugin_manager) { Struct.new(:engines).new([]) }
      ::Avo.const_set(:Engine, Class.new(Rails::Engine) { isolate_namespace ::Avo })
      ActionDispatch::Routing::Mapper.class_eval(source_in("avo", "lib/avo/engine.rb", "def mount_avo").gsub(/\bat:,/, "at: at,"))
    end

    def bigbluebutton_rails
      controllers = %i[servers rooms recordings playback_types meetings].to_h { |kind| [kind, "bigbluebutton/#{kind}"] }
      settings = settings_of(define(:BigbluebuttonRails, Module.new), routing_scope: "bigbluebutton")
      settings.singleton_class.attr_accessor :controllers # the gem's own accessor, beside set_controllers
      settings.controllers = controllers
      settings.singleton_class.class_eval(source_in("bigbluebutton_rails", "lib/bigbluebutton_rails/configuration.rb", "def set_controllers"))
      reopened_mapper
      require "bigbluebutton_rails/rails/routes"
    end

    def comfortable_mexican_sofa
      settings_of(define(:ComfortableMexicanSofa, Module.new), public_cms_path: nil)
      reopened_mapper
      require "comfortable_mexican_sofa/routing"
      ActionDispatch::Routing::Mapper::Resources::Resource.prepend(KnownActions) # it names one that there is not
      # Ruby 2 took the hash for keywords.
      ActionDispatch::Routing::Mapper.prepend(Module.new { def comfy_route(identifier, options = {}) = send("comfy_route_#{identifier}", **options) })
    end

    def passwordless
      mod = define(:Passwordless, Module.new)
      mod.const_set(:Engine, Class.new(Rails::Engine))
      mod.mattr_accessor(:mounted_as)
      require "passwordless/router_helpers"
      mod.define_singleton_method(:add_resource) do |name, **|
        Struct.new(:defaults).new({ authenticatable: name.to_s.singularize, resource: name })
      end
      ActionDispatch::Routing::Mapper.include(mod::RouterHelpers)
    end

    def api_guard
      mapped = Struct.new(:resource_class)
      mod = define(:ApiGuard, Module.new)
      all = {}
      mod.define_singleton_method(:mapped_resource) { all }
      mod.define_singleton_method(:map_resource) { |name, class_name| all[name.to_sym] = mapped.new(class_name.constantize) }
      reopened_mapper
      require "api_guard/route_mapper"
    end

    def wash_out
      define(:WashOut, Module.new).const_set(:Router, Class.new { def initialize(*) = nil; def call(*) = nil; def inspect = "#<WashOut::Router>" })
      ActionDispatch::Routing::Mapper.class_eval(source_in("wash_out", "lib/wash_out.rb", "def wash_out"))
    end

    def sitepress_rails
      define(:Sitepress, Module.new)
      $LOAD_PATH.unshift(File.join(tree("sitepress-rails", version("sitepress-rails")), "sitepress-rails/lib"))
      require "sitepress/route_constraint"
      ::Sitepress.define_singleton_method(:site) { nil }
      Rails.logger ||= Logger.new(nil) # it is told of a second root
      reopened_mapper
      require "sitepress/routing_mapper"
    end

    def active_scaffold
      reopened_mapper
      require "active_scaffold/extensions/routing_mapper"
    end

    def opro
      reopened_mapper
      require "opro/rails/routes"
    end

    def griddler
      require "griddler/route_extensions"
      ActionDispatch::Routing::Mapper.include(Griddler::RouteExtensions)
    end

    def health_check
      health = define(:HealthCheck, Module.new)
      health.mattr_accessor(:uri, default: "health_check")
      health.define_singleton_method(:setup) { |&block| block.call(health) }
      health.const_set(:Engine, Class.new(Rails::Engine)).cattr_accessor(:routes_explicitly_defined)
      require "health_check/health_check_routes"
    end

    def doorkeeper
      require "doorkeeper"
      %i[setup setup_orm_adapter setup_orm_models setup_application_owner check_requirements].each { |part| Doorkeeper.define_singleton_method(part) { nil } }
      Doorkeeper.configure {}
      Doorkeeper::Rails::Routes.install!
    end

    def doorkeeper_openid_connect
      require "doorkeeper/openid_connect/config"
      require "doorkeeper/openid_connect/rails/routes"
      Doorkeeper::OpenidConnect.configure {}
      Doorkeeper::OpenidConnect::Rails::Routes.install!
    end

    def doorkeeper_device_authorization_grant
      require "doorkeeper/device_authorization_grant/rails/routes"
      Doorkeeper::DeviceAuthorizationGrant::Rails::Routes.install!
    end

    def define(name, value) = Object.const_set(name, value)

    # Rails' autoloading: app/models/shop/buyer.rb is Shop::Buyer.
    def autoload_below(outer, folder)
      Dir[File.join(folder, "*.rb")].sort.each { |file| outer.autoload(File.basename(file, ".rb").camelize.to_sym, file) }
      Dir[File.join(folder, "*/")].sort.each do |inner|
        name = File.basename(inner).camelize.to_sym
        next if name == :Concerns && outer == Object

        module_of = outer.autoload?(name) || outer.const_defined?(name, false) ? outer.const_get(name) : outer.const_set(name, Module.new)
        autoload_below(module_of, inner.chomp("/"))
      end
    end
  end
end

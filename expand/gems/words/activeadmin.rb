# Active Admin: Router with the DSL of registrations, Devise.config.
#
# module: ActiveAdmin
# newest: 3.5.2
# routes: ActiveAdmin
# settings: ActiveAdmin.application

module ActiveAdmin
  ACTIONS = %i[index show new create edit update destroy]

  # What initializers and app/admin say. Active Admin: Application.
  class Application
    def initialize(settings)
      @settings = settings
    end

    def namespace(name, &block)
      Signalbox.sides(name) { |own| add(own) }
      Signalbox.body(NamespaceSettings.new(self, name), &block) if block
    end

    # A setting that one namespace has for itself.
    def set(namespace, setting, value)
      Signalbox.sides(namespace, value) { |own, to| add(own, :set, setting, to) }
    end

    def register(resource, options = {}, &block) = open(:register, resource, options, block)
    def register_page(name, options = {}, &block) = open(:register_page, name, options, block)

    def route_options=(_)
      not_understood(:route_options)
    end

    def load_paths=(_)
      not_understood(:load_paths)
    end

    def root_to_options=(_)
      not_understood(:root_to_options)
    end

    private

    def open(word, resource, options, block)
      lines = []
      Signalbox.body(Registration.new(lines), &block) if block
    ensure
      Signalbox.sides(Signalbox.or(options[:as], resource), options.slice(:namespace)) do |named, place|
        name = Signalbox.class_name(named)
        unknown = !name && Signalbox.unknown?(named, "unknown class %b in ActiveAdmin.#{word}: its routes are missing; set it to its name", wants: :text)
        next if unknown || !name

        add(place[:namespace], word, word == :register ? name.split.join : name, lines.dup)
      end
    end

    # A registration opens its namespace: nil is the default one.
    def add(namespace, *registration)
      unknown = Signalbox.unknown?(namespace, "unknown namespace %b of Active Admin: its routes are missing; set it to its name", wants: :text)
      @settings[:registrations] += [[namespace, *registration]] unless unknown
    end

    def not_understood(name)
      setting = "ActiveAdmin.application.#{name}"
      return if Signalbox.given?(setting)

      Signalbox.warn("unsupported use of #{setting}: the table follows the default; set it to nil if that is right",
                     setting: setting, wants: :any, example: "~")
    end
  end

  # The settings in the block of a namespace. Active Admin: NamespaceSettings.
  class NamespaceSettings
    def initialize(application, namespace)
      @application = application
      @namespace = namespace
    end

    def root_to=(to)
      @application.set(@namespace, :root_to, to)
    end

    def comments_registration_name=(name)
      @application.set(@namespace, :comments_registration_name, name)
    end

    def batch_actions=(value)
      Signalbox.decide(value) { |yes| @application.set(@namespace, :batch_actions, yes) }
    end

    def root_to_options=(options)
      @application.root_to_options = options
    end
  end

  # The words in the block of a registration, each a line. Active Admin: ResourceDSL, PageDSL.
  class Registration
    def initialize(lines)
      @lines = lines
    end

    def actions(*names)
      add(:actions, *names) do |*known|
        options = known.extract_options!
        known = known.map(&:to_sym)
        (known.first == :all ? ACTIONS : ACTIONS & known) - [*options[:except]].map(&:to_sym)
      end
    end

    def belongs_to(target, options = {}) = add(:belongs_to, target, options) { |name, own| [name.to_s, own[:optional] ? true : false] }
    def member_action(name, options = {}) = action(:member, :member_action, name, options)
    def collection_action(name, options = {}) = action(:collection, :collection_action, name, options)
    def page_action(name, options = {}) = action(:collection, :page_action, name, options)

    def batch_actions=(value)
      Signalbox.decide(value) { |yes| @lines << [:batch_actions, yes] }
    end

    private

    def action(kind, word, name, options)
      add(kind, name, options, word: word) { |own, given| [own.to_s, [*(given[:method] || :get)]] }
    end

    def add(kind, *given, word: kind)
      unknown = Signalbox.unknown?(given.flat_map { |value| Signalbox.hash?(value) ? value.values : [value] }, "unknown argument %b of #{word}: its routes are missing; set it",
                                   wants: :text)
      Signalbox.sides(*given) { |*known| @lines << [kind, yield(*known)] } unless unknown
    end
  end

  # A resource or page of a namespace, of all its registrations. What one of them says
  # under a condition changes a value of its own here.
  class Resource
    attr_reader :name, :namespace, :registered, :member, :collection, :belongs_to, :batch_actions

    def initialize(namespace, name, page)
      @namespace = namespace
      @name = name
      @page = page
      @registered = false
      @kept = ACTIONS.to_h { |action| [action, true] }
      @member = []
      @collection = []
    end

    def page? = @page
    def actions = ACTIONS.select { |action| @kept[action] }
    def plural = name.underscore.tr("/", "_").pluralize

    def register(lines)
      @registered = true
      Signalbox.possible(lines) do |(kind, value), on|
        take(kind, value) if on
      end
    end

    def take(kind, value)
      case kind
      when :actions then (ACTIONS - value).each { |action| @kept[action] = false }
      when :belongs_to then @belongs_to = value
      when :batch_actions then @batch_actions = value
      when :member then @member += [value]
      when :collection then @collection += [value]
      end
    end
  end

  # A namespace with its resources by name; `admin`, or the root with an empty name.
  class Namespace
    attr_reader :name, :resources
    attr_accessor :opened, :root_to, :batch_actions, :comments_registration_name

    def initialize(name)
      @name = name
      @opened = false
      @resources = {}
    end

    def title = name.empty? ? "the root" : "the namespace #{name}"
    def resource(name, page = false) = resources[[name, page]] ||= Resource.new(self, name, page)
    def registers?(name) = resources.key?([name, false])

    # What the namespace says of a setting, or the application for all.
    def setting(name) = public_send(name).then { |own| own.nil? ? ActiveAdmin.application.public_send(name) : own }

    # Where the application registers no comments of its own, Active Admin does.
    def comments(name)
      Resource.new(self, name, false).tap do |comments|
        comments.register([[:actions, %i[index show create destroy]], [:batch_actions, false]])
      end
    end
  end

  # Draws the routes of a site: its namespaces and resources are there on both sides of
  # conditions, which decide what is opened and registered. Active Admin: Router.
  class Router
    def initialize(router, first)
      @router = router
      @namespaces = {}
      Signalbox.possible(ActiveAdmin.application.registrations) do |(namespace, word, name, lines), on|
        own = find(namespace.nil? ? first : namespace)
        own.opened = true if on
        if word == :set
          own.public_send(:"#{name}=", lines) if on
          next
        end
        resource = own.resource(name, word == :register_page) if word
        resource.register(lines) if word && on
      end
      find(first).opened = true
    end

    def find(name) = @namespaces[ActiveAdmin.namespace_name(name)] ||= Namespace.new(ActiveAdmin.namespace_name(name))

    def apply
      @namespaces.each_value do |namespace|
        inside(namespace) { namespace.setting(:root_to).then { |to| @router.root(to: to) } }
      end
      @namespaces.each_value do |namespace|
        namespace.resources.each_value { |resource| draw(namespace, resource) if resource.registered }
        namespace.setting(:comments_registration_name).then do |name|
          own = namespace.resources[[name, false]]
          draw(namespace, namespace.comments(name)) unless own && own.registered
        end
      end
    end

    private

    def inside(namespace, &block)
      return unless namespace.opened

      namespace.name.empty? ? yield : @router.namespace(namespace.name.underscore, &block)
    end

    def draw(namespace, resource)
      inside(namespace) do
        resource.belongs_to.then do |name, optional|
          own(resource) if name.nil? || optional
          below(namespace, resource, name) if name
        end
      end
    end

    def below(namespace, resource, name)
      parent = name.camelize
      if namespace.registers?(parent)
        @router.resources(namespace.resource(parent).plural, only: []) { own(resource) }
        return
      end
      others = @namespaces.values.select { |other| other.registers?(parent) }.map(&:title)
      where = others.empty? ? "no file of app/admin" : "app/admin only in #{others.join(", ")}, not in #{namespace.title}"
      Signalbox.warn("Active Admin's #{resource.name} belongs to #{name}, registered by #{where}: its routes are missing; register #{name} in its namespace")
    end

    def own(resource)
      return page(resource) if resource.page?

      resource.actions.then do |only|
        @router.resources(resource.plural, only: only) { actions(resource) }
      end
    end

    def actions(resource)
      @router.member { each_action(resource.member) { |name, verb| @router.match(name.to_sym, via: verb) } }
      @router.collection do
        each_action(resource.collection) { |name, verb| @router.match(name.to_sym, via: verb) }
        resource.batch_actions.then do |own|
          @router.post(:batch_action) if own.nil? ? resource.namespace.setting(:batch_actions) : own
        end
      end
    end

    def page(resource)
      path = resource.name.parameterize.underscore
      @router.get("/#{path}", to: "#{path}#index")
      each_action(resource.collection) { |name, verb| @router.match("/#{path}/#{name}", to: "#{path}##{name}", via: verb) }
    end

    def each_action(list)
      Signalbox.possible(list) do |(name, verbs), on|
        verbs.each { |verb| yield name, verb } if on
      end
    end
  end

  # Active Admin: ActiveAdmin::Devise.config.
  module Devise
    def self.config
      path = ActiveAdmin.application.default_namespace.then { |first| ActiveAdmin.namespace_name(first).presence || "/" }
      controllers = %i[sessions passwords unlocks registrations confirmations].to_h { |name| [name, "active_admin/devise/#{name}"] }
      options = { path: path, controllers: controllers, path_names: { sign_in: "login", sign_out: "logout" } }
      Gem::Version.new(VERSION) < Gem::Version.new("4.a") ? options.merge(sign_out_via: sign_out_via) : options
    end

    # The methods of Devise, and that of the link.
    def self.sign_out_via
      ::Devise.sign_out_via.then do |own|
        ActiveAdmin.application.logout_link_method.then { |link| [*own, link].uniq }
      end
    end
  end

  # The name is empty for the root, which is false.
  def self.namespace_name(value) = value == true || !value ? "" : value.is_a?(Symbol) ? value.to_s.delete_prefix("root") : value.to_s

  def self.routes(router)
    Signalbox.draw(router, "ActiveAdmin.routes wants the router: ActiveAdmin.routes(self)") do
      Signalbox.load("ActiveAdmin", "app/admin") unless application.files_loaded
      application.files_loaded = true
      application.default_namespace.then { |first| Router.new(router, first).apply }
    end
    nil
  end
end

Signalbox.settings ActiveAdmin::Application, ActiveAdmin::Registration, ActiveAdmin::NamespaceSettings,
                   default_namespace: [:text, :admin], batch_actions: [:decision, false], root_to: [:text, "dashboard#index"],
                   logout_link_method: [:symbol, :get], comments_registration_name: [:text, "Comment"], registrations: [:any, []], files_loaded: [:decision, false]

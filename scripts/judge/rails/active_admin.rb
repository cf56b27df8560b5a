# frozen_string_literal: true

# Active Admin as far as its routes go: its own router, given what app/admin and
# the initializer of a case declare. The rest of the gem needs an application.
module ActiveAdmin
  Action = Struct.new(:name, :http_verb)
  BelongsTo = Struct.new(:target, :optional) { alias_method :optional?, :optional }

  # What all registrations hear.
  class Config
    attr_reader :namespace, :page_actions, :member_actions, :collection_actions, :belongs_to_config, :defined_actions, :name
    attr_accessor :batch_actions

    def initialize(namespace, name)
      @namespace = namespace
      @name = name
      @page_actions = []
      @member_actions = []
      @collection_actions = []
      @defined_actions = %i[index show new create edit update destroy]
      @batch_actions = namespace.batch_actions
    end

    def config = self
    def batch_actions_enabled? = batch_actions
    def belongs_to? = !belongs_to_config.nil?
    def resource_name = Name.new(name)
    def underscored_resource_name = name.parameterize.underscore
    def member_action(name, options = {}) = member_actions << Action.new(name, options[:method] || :get)
    def collection_action(name, options = {}) = collection_actions << Action.new(name, options[:method] || :get)
    def page_action(name, options = {}) = page_actions << Action.new(name, options[:method] || :get)

    def belongs_to(name, options = {})
      space = namespace
      find = Struct.new(:resource_name)
      @belongs_to_config = BelongsTo.new(find.new(Name.new(name.to_s.camelize)), options[:optional])
      raise "no #{name}" unless space
    end

    # Inherited Resources: ClassMethods#actions
    def actions(*keep)
      options = keep.extract_options!
      @defined_actions -= Array(options[:except])
      @defined_actions &= keep unless keep.include?(:all)
    end

    def method_missing(*, **) = nil
    def respond_to_missing?(*) = true
  end

  class Page < Config; end

  Name = Struct.new(:name) do
    def plural = ::ActiveModel::Name.new(nil, nil, name).plural
    def route_key = plural
  end

  Namespace = Struct.new(:name, :resources) do
    def root? = name == :root
    def route_options = {}
    def root_to_options = {}
    def settings = @settings ||= {}

    # Active Admin: NamespaceSettings, each of which is the application's until it is set.
    %i[root_to batch_actions comments_registration_name].each do |setting|
      define_method(setting) { settings.fetch(setting) { ActiveAdmin.public_send(setting) } }
      define_method(:"#{setting}=") { |value| settings[setting] = value }
    end

    def method_missing(*) = nil
    def respond_to_missing?(*) = true
  end

  class << self
    attr_accessor :batch_actions, :root_to, :default_namespace, :logout_link_method, :comments_registration_name

    def setup = yield(self)
    def namespaces = @namespaces ||= {}

    def namespace(name)
      name = (name || :root).to_sym
      space = namespaces[name] ||= Namespace.new(name, {})
      yield space if block_given?
      space
    end

    def register(type, options = {}, &block) = add(Config, options[:as]&.gsub(/\s/, "") || type.name, options, &block)
    def register_page(name, options = {}, &block) = add(Page, name, options, &block)

    def add(kind, name, options, &block)
      space = namespace(options.fetch(:namespace) { default_namespace })
      config = space.resources[name] ||= kind.new(space, name)
      config.instance_exec(&block) if block
    end

    def routes(router)
      Dir[File.join(GemWords.root, "app/admin/**/*.rb")].sort.each { |file| Kernel.load(file) }
      namespace(default_namespace)
      namespaces.each_value do |space|
        name = space.comments_registration_name
        comment = space.resources[name] ||= Config.new(space, name)
        comment.actions(:index, :show, :create, :destroy)
        comment.batch_actions = false
      end
      Router.new(router: router, namespaces: namespaces.values).apply
    end
  end
  self.default_namespace = :admin
  self.root_to = "dashboard#index"
  self.batch_actions = false
  self.comments_registration_name = "Comment"
  self.logout_link_method = :get

  def self.application = self
end

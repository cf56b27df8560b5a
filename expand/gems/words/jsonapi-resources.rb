# JSONAPI Resources: routing_ext.rb and the declarations of BasicResource.
#
# module: JSONAPI
# newest: 0.10.7
# settings: JSONAPI.configuration
# word: jsonapi_resources
#   Maps a collection with its relationships, as the class in app/resources declares them.
#   jsonapi_resources :posts
# word: jsonapi_resource
#   Maps a single thing with its relationships.
#   jsonapi_resource :profile
# word: jsonapi_relationships
#   Maps all relationships of the resource.
#   jsonapi_resources(:posts) { jsonapi_relationships }
# word: jsonapi_links
#   Maps the links of a relationship to many.
#   jsonapi_resources(:posts) { jsonapi_links :comments }
# word: jsonapi_link
#   Maps the link of a relationship to one.
#   jsonapi_resources(:posts) { jsonapi_link :author }
# word: jsonapi_related_resources
#   Maps the way to many related things.
#   jsonapi_resources(:posts) { jsonapi_related_resources :comments }
# word: jsonapi_related_resource
#   Maps the way to one related thing.
#   jsonapi_resources(:posts) { jsonapi_related_resource :author }

module JSONAPI
  UUID = /[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}/
  EXAMPLE = { wants: :mapping, example: "{author: one, comments: many}" }

  def self.since?(version) = Signalbox.since?("jsonapi-resources", version)

  # Whether the class of a relationship is that of the model's association.
  def self.reflects? = since?("0.8") && !since?("0.10")

  # PostResource of posts, Api::V1::PostResource of api/v1/posts
  def self.class_name_of(kind)
    *outer, last = kind.split("/")
    [*outer, "#{last.underscore.singularize}_resource"].join("/").camelize
  end

  # What the class of api/v1/posts declares; nil if no file has it.
  def self.resource(kind)
    name = class_name_of(kind)
    last = name.demodulize.delete_suffix("Resource")
    Signalbox.declared(name, Declarations, { name: name, kind: last.underscore.pluralize, model_name: last, relations: {} })
  end

  def self.relation(name, class_name, many, polymorphic = false)
    class_name ||= many ? name.camelize.singularize : name.camelize
    { name: name, class_name: class_name, to: many ? :many : :one, polymorphic: polymorphic ? :yes : :no }
  end

  # The words of a resource's class, of the modules it includes and of its superclasses. What a
  # superclass sets, it keeps for itself.
  class Declarations
    def initialize(said, body)
      @said = said
      @own = body == said[:name]
    end

    def immutable(value = true) = set(:immutable, value)
    def key_type(value = nil) = set(:key_type, value, JSONAPI.since?("0.10"))
    def model_name(value = nil, *) = set(:model_name, value)
    def routing_options(options = {}) = set(:routing_options, options)
    def relationship(*names, **options) = relate(names, options) { |own| own[:to] == :many }
    def has_one(*names, **options) = relate(names, options) { false }
    def belongs_to(*names, **options) = relate(names, options) { false }
    def has_many(*names, **options) = relate(names, options) { true }

    private

    def set(name, value, inherits = false)
      @said[name] = value if @own || inherits
    end

    def relate(names, options, &many)
      to_unknown = Signalbox.unknown?(options[:to], "unknown kind %b of relationships: listed as to-one; set it to one or many", wants: :symbol, example: "many")
      options = options.merge(to: :one) if to_unknown
      Signalbox.decide(options[:polymorphic]) do |polymorphic|
        Signalbox.sides(*names, options.slice(:to, :class_name).merge(polymorphic: polymorphic)) do |*known, own|
          known.each { |name| own = own.merge(class_name: add(name, own, many.call(own))) }
        end
      end
    end

    # The names of one line share their options: the class of one is that of the names behind it.
    def add(name, options, many)
      unknown = Signalbox.unknown?(
        name, "unknown relationship %b: its routes are missing; set the relationships", setting: "#{@said[:name]}._relationships", **EXAMPLE
      )
      return options[:class_name] if unknown

      class_of(name, options[:class_name]).then do |class_name|
        @said[:relations][name.to_sym] = JSONAPI.relation(name.to_s, class_name, many, options[:polymorphic])
        class_name
      end
    end

    def class_of(name, given)
      unknown = Signalbox.unknown?(given, "unknown class %b of #{name}: the table follows the name; set it to a class name", wants: :text)
      return nil if unknown

      given ? given.to_s : JSONAPI.reflects? && class_of_model(name) || nil
    end

    def class_of_model(name)
      @said[:model_name].then do |model|
        found = Signalbox.declared(model.to_s, Associations, {})
        class_name = found && found[name.to_sym]
        class_name.then { |value| value && Associations.class_name(name, value) }
      end
    end
  end

  # What a model says of others. ActiveRecord: Reflection#class_name.
  class Associations
    def initialize(said, _body)
      @said = said
    end

    def belongs_to(name = nil, *_rest, **options) = add(name, options)
    def has_one(name = nil, *_rest, **options) = add(name, options)
    def has_many(name = nil, *_rest, **options) = add(name, options, name.to_s.singularize)
    def has_and_belongs_to_many(name = nil, *_rest, **options) = add(name, options, name.to_s.singularize)

    def self.class_name(name, value)
      known = Signalbox.class_name(value)
      return known if known

      Signalbox.warn("unknown class of the association #{name}: its routes lead to a controller of its name; write class_name: as text")
      nil
    end

    private

    def add(name, options, class_name = name.to_s)
      @said[name.to_sym] = options.fetch(:class_name) { class_name.camelize } if Signalbox.class_name(name)
    end
  end
end

Signalbox.settings route_format: [:symbol, :dasherized_route], resource_key_type: [:symbol, nil]

class ActionDispatch::Routing::Mapper
  def gem_jsonapi_resources(name, *old, **options, &block) = jsonapi_draw(:resources, name, options.merge(*old.grep(Hash)), block)
  def gem_jsonapi_resource(name, *old, **options, &block) = jsonapi_draw(:resource, name, options.merge(*old.grep(Hash)), block)

  def gem_jsonapi_relationships(options = {})
    jsonapi_inside("jsonapi_relationships")
    @jsonapi[:relations].each_value do |value|
      Signalbox.sides(value) do |relation|
        next unless relation

        jsonapi_link_routes(relation[:name], relation[:to] == :many, options)
        jsonapi_related(relation, options)
      end
    end
  end

  def gem_jsonapi_links(name, *old, **options) = jsonapi_part("jsonapi_links") { jsonapi_link_routes(name, true, options.merge(*old.grep(Hash))) }
  def gem_jsonapi_link(name, *old, **options) = jsonapi_part("jsonapi_link") { jsonapi_link_routes(name, false, options.merge(*old.grep(Hash))) }

  def gem_jsonapi_related_resources(name, *old, **options)
    jsonapi_part("jsonapi_related_resources") { jsonapi_related_named(name, true, options.merge(*old.grep(Hash))) }
  end

  def gem_jsonapi_related_resource(name, *old, **options)
    jsonapi_part("jsonapi_related_resource") { jsonapi_related_named(name, false, options.merge(*old.grep(Hash))) }
  end

  def jsonapi_part(word)
    jsonapi_inside(word)
    yield
  end

  def jsonapi_inside(word)
    raise ArgumentError, "can't use #{word} outside jsonapi_resources" unless @jsonapi
  end

  def jsonapi_draw(word, name, given, block)
    kind = Signalbox.plain(name)
    resource = JSONAPI.resource(jsonapi_prefixed(kind)) || jsonapi_settled(kind)
    JSONAPI.configuration.route_format.then do |format|
      Signalbox.sides(resource[:routing_options] || {}) do |routing|
        base = { controller: kind.to_sym }.merge(given).merge(routing || {})
        Signalbox.decide(resource[:immutable]) do |immutable|
          options = word == :resources ? jsonapi_keys(base, Signalbox.sure(resource[:key_type], nil)) : base
          options = options.merge(path: jsonapi_format(format, kind), except: [*options[:except], :new, :edit, *([:create, :update, :destroy] if immutable)])
          own = resource.merge(declared_as: kind, format: format, immutable: immutable)
          send(word, kind.to_sym, **options) { jsonapi_within(own, block) }
        end
      end
    end
  end

  def jsonapi_within(resource, block)
    outer = @jsonapi
    @jsonapi = resource
    block ? block.call : gem_jsonapi_relationships
  ensure
    @jsonapi = outer
  end

  def jsonapi_keys(options, key)
    options = options.merge(param: :id)
    (key || JSONAPI.configuration.resource_key_type).then do |type|
      type.to_s == "uuid" ? options.merge(constraints: { id: JSONAPI::UUID }.merge(options[:constraints] || {})) : options
    end
  end

  # A resource whose class no file shows has the relationships that the settings name.
  def jsonapi_settled(kind)
    name = jsonapi_prefixed(kind)
    setting = "#{JSONAPI.class_name_of(name)}._relationships"
    relations = Signalbox.given(setting)
    if relations.nil?
      Signalbox.warn("missing resource class of #{name} in app/resources: routes of its relationships are missing; set them as {author: one, comments: many}",
                     setting: setting, **JSONAPI::EXAMPLE)
    end
    relations = (relations || {}).to_h { |key, many| [key.to_sym, JSONAPI.relation(key.to_s, nil, many.to_s == "many")] }
    { kind: kind, relations: relations, settled: true }
  end

  def jsonapi_prefixed(name) = @scope[:module] ? "#{@scope[:module]}/#{name}" : name

  def jsonapi_format(format, name)
    case format.to_s
    when "underscored_route" then name
    when "camelized_route" then name.camelize(:lower)
    when "dasherized_route" then name.tr("_", "-")
    else
      Signalbox.warn("unknown route_format of JSONAPI: names stay as they are; set it to text",
                     setting: "JSONAPI.configuration.route_format", wants: :text)
      name
    end
  end

  def jsonapi_link_routes(name, many, options)
    name = Signalbox.plain(name)
    methods = { show: [:get], create: [:post], update: [:put, :patch], destroy: [:delete] }
    if options[:only]
      methods = methods.slice(*Signalbox.names(options[:only]))
    elsif options[:except]
      methods = methods.except(*Signalbox.names(options[:except]))
    end
    methods = methods.slice(:show) if @jsonapi[:immutable]
    methods.each do |method, via|
      next if method == :create && !many

      as = method == :show ? { as: "relationships/#{name}" } : {}
      match "relationships/#{jsonapi_format(@jsonapi[:format], name)}", controller: options[:controller] || @jsonapi[:kind],
                                                                        action: "#{method}_relationship", relationship: name, via: via, **as
    end
  end

  def jsonapi_related_named(name, many, options)
    name = Signalbox.plain(name)
    Signalbox.sides(@jsonapi[:relations][name.to_sym]) do |relation|
      if relation
        jsonapi_related(relation.merge(to: many ? :many : :one), options)
      else
        declared = @jsonapi[:declared_as]
        Signalbox.warn("missing relationship #{name} in the resource class of #{declared}: its route is missing; set the relationships",
                       setting: "#{JSONAPI.class_name_of(jsonapi_prefixed(declared))}._relationships", **JSONAPI::EXAMPLE)
      end
    end
  end

  def jsonapi_related(relation, options)
    kind = relation[:class_name].underscore.pluralize
    jsonapi_wants(kind) unless relation[:polymorphic] == :yes && relation[:to] == :one
    kind = kind.split("/").last unless relation[:polymorphic] == :yes
    action = relation[:to] == :many ? "index_related_resources" : "show_related_resource"
    action = action.sub(/show|index/, "get") unless JSONAPI.since?("0.10")
    match jsonapi_format(@jsonapi[:format], relation[:name]), controller: options[:controller] || kind, relationship: relation[:name],
                                                              source: jsonapi_prefixed(@jsonapi[:kind]), action: action, via: [:get], as: "related/#{relation[:name]}"
  end

  # A related class that is nowhere is an error of JSONAPI Resources: BasicResource.resource_klass_for.
  def jsonapi_wants(kind)
    kind = jsonapi_prefixed(kind)
    name = JSONAPI.class_name_of(kind)
    return if @jsonapi[:settled] || JSONAPI.resource(kind) || Signalbox.const?(name)

    Signalbox.warn("missing resource class #{name}, which jsonapi-resources needs here; define it in app/resources or in a gem")
  end
end

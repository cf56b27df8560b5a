# ActiveSupport::OrderedOptions: a hash that is read and written with method calls.
class OrderedOptions
  private opaque def initialize = @pairs = {}
  private opaque def __pairs = @pairs || (frozen? ? {} : @pairs = {}) # a subclass may not have called initialize
  opaque def initialize_copy(_) = @pairs = @pairs.dup
  opaque forks def [](key) = __pairs[Primitive.is?(key, String) ? key.to_sym : key]

  unfrozen changes opaque forks def []=(key, value)
    __pairs[Primitive.is?(key, String) ? key.to_sym : key] = value
  end

  def to_h = __pairs.dup
  alias to_hash to_h
  showsParts def inspect = "#<ActiveSupport::OrderedOptions #{__pairs}>"
  def respond_to_missing?(_name, _all) = true

  # The methods of Hash, options.a = 1, options.a! and options.a; and settings of calls:
  # {"allowed?(:x)": true}.
  opaque forks def method_missing(name, *args, **options, &block)
    key = name.name
    return self[key.chomp("=")] = args[0] if key.end_with?("=") && args.size == 1
    return __pairs.send(name, *args, **options, &block) if block || __pairs.respond_to?(name)
    return self[args.empty? ? name : Primitive.call_text(name, *args, **options)] unless key.end_with?("!")
    __pairs.fetch(key.chop.to_sym, nil).presence || raise(KeyError, ":#{key.chop} is blank")
  end
end

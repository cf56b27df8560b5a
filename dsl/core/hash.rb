# Methods of Hash that are made of others. ActiveSupport: core_ext/hash, core_ext/enumerable.
class Hash
  def fetch_values(*keys, &block) = keys.map { |k| fetch(k, &block) }
  def values_at(*keys) = keys.map { |k| self[k] }
  def key(value) = rassoc(value)&.first

  looksAtKinds def assoc(key) = find { |k, _| k == key }

  looksAtKinds def rassoc(value) = find { |_, v| v == value }
  def invert = to_h { |k, v| [v, k] }
  def flatten(depth = 1) = to_a.flatten(depth || raise(TypeError, "no implicit conversion from nil to integer"))
  def to_proc = method(:[]).to_proc
  def >=(other) = {}.merge(self, other) == self
  def >(other) = self >= other && self != other
  def <=(other) = {}.merge(other) >= self
  def <(other) = {}.merge(other) > self

  # As keep_if are delete_if and those that return nil where nothing went.
  enumerator unfrozen changes def keep_if
    drops = __method__.in?(%i[delete_if reject!])
    gone = []
    begin
      each_pair { |k, v| gone << k if yield(k, v) ? drops : !drops }
    ensure
      replace(except(*gone)) unless gone.empty?
    end
    self unless gone.empty? && __method__.end_with?("!")
  end
  alias delete_if keep_if
  alias select! keep_if
  alias filter! keep_if
  alias reject! keep_if

  enumerator unfrozen changes def transform_values! = each_pair { |k, v| self[k] = yield v }

  unfrozen changes def shift = first&.tap { Primitive.remove_first(self) }

  forks partial enumerates def transform_keys(names = NONE, &block)
    return to_enum(:transform_keys) { size } if NONE.equal?(names) && !block
    names = NONE.equal?(names) ? {} : {}.merge(names)
    keyed = to_h { |k, v| [names.fetch(k) { block ? yield(k) : k }, v] }
    HashWithIndifferentAccess === self ? keyed.with_indifferent_access : keyed
  end

  changes def rehash = replace(each_with_object({}) { |(k, v), h| h[k] = v unless h.key?(k) })

  changes looksAtKinds def compact! = reject! { |_, v| v.nil? }

  changes looksAtKinds def transform_keys!(*names, &block) = names.empty? && !block ? enum_for(:transform_keys!) : replace(transform_keys(*names, &block))

  def excluding(*elements)
    elements.flatten!(1)
    reject { |element| elements.include?(element) }
  end
  alias without excluding

  forks partial def deep_dup = Primitive.duplicate(self)
  forks partial def symbolize_keys = to_hash.to_h { |k, v| [k.respond_to?(:to_sym) ? k.to_sym : k, v] }
  alias to_options symbolize_keys
  forks partial def stringify_keys = to_h { |k, v| [k.to_s, v] }
  forks partial def deep_symbolize_keys = Primitive.rekey(to_hash) { |k| k.respond_to?(:to_sym) ? k.to_sym : k }
  forks partial def deep_stringify_keys = Primitive.rekey(self) { |k| k.to_s }

  forks looksAtKinds def deep_transform_keys(&block) = Primitive.rekey(self, &block)

  forks enumerator def deep_transform_values(&block) = Primitive.revalue(self, &block)
  def extractable_options? = true
  def deep_merge?(other) = Hash === other

  forks partial adds def deep_merge(other, &block)
    merge(other) do |key, a, b|
      next a.deep_merge(b, &block) if Primitive.is?(a, Hash) && Primitive.is?(b, Hash)
      block ? yield(key, a, b) : b
    end
  end

  changes def symbolize_keys! = replace(symbolize_keys)
  alias to_options! symbolize_keys!

  changes def stringify_keys! = replace(stringify_keys)

  changes def deep_symbolize_keys! = replace(deep_symbolize_keys)

  changes def deep_stringify_keys! = replace(deep_stringify_keys)

  changes def deep_transform_keys!(&block) = replace(deep_transform_keys(&block))

  changes enumerator def deep_transform_values!(&block) = replace(deep_transform_values(&block))

  def assert_valid_keys(*valid_keys)
    valid_keys.flatten!
    each_key { |k| valid_keys.include?(k) || raise(ArgumentError, "Unknown key: #{k.inspect}. Valid keys are: #{valid_keys.map(&:inspect).join(", ")}") }
  end

  changes def slice!(*keys) = except(*keys).tap { replace(slice(*keys)) }

  changes def except!(*keys)
    keys.each { |k| delete(k) }
    self
  end

  changes def extract!(*keys) = keys.each_with_object(self.class.new) { |k, taken| taken[k] = delete(k) if key?(k) }

  changes adds def deep_merge!(other, &block) = replace(deep_merge(other, &block))

  partial adds def reverse_merge(other) = other.merge(self)
  alias with_defaults reverse_merge

  changes adds def reverse_merge!(other) = replace(reverse_merge(other))
  alias with_defaults! reverse_merge!
  alias reverse_update reverse_merge!
  def compact_blank = reject { |_, v| v.blank? }

  changes def compact_blank! = delete_if { |_, v| v.blank? }

  showsParts def to_query(namespace = nil)
    filled = reject { |_, value| (Primitive.is?(value, Hash) || Primitive.is?(value, Array)) && value.empty? }
    query = filled.map { |key, value| value.to_query(namespace ? "#{namespace}[#{key}]" : key) }
    query.sort! unless namespace.to_s.include?("[]")
    query.join("&")
  end
  alias to_param to_query
end

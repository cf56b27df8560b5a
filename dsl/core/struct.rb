# Methods of Struct that are made of others.
class Struct
  private opaque def initialize(*values, **options)
    named = self.class.keyword_init?
    if named || named.nil? && values.empty? && !options.empty?
      raise ArgumentError, "wrong number of arguments (given #{values.size}, expected 0)" unless values.empty? || values.size == 1 && Hash === values[0]
      options = values.fetch(0, options)
      unknown = options.keys.reject { |key| members.include?(key.to_s.to_sym) }
      raise ArgumentError, "unknown keywords: #{unknown.join(", ")}" unless unknown.empty?
      values = members.map { |name| options.fetch(name) { options[name.name] } }
    else
      values << options unless options.empty?
    end
    raise ArgumentError, "struct size differs" if values.size > members.size
    Primitive.fill(self, members.zip(values).map(&:last))
  end

  def to_h = members.zip(Primitive.values(self)).each_entry.to_h { |name, value| block_given? ? yield(name, value) : [name, value] }
  def ==(other) = equal?(other) || other.instance_of?(self.class) && Primitive.values(self) == Primitive.values(other)
  def size = to_a.size
  alias length size

  def values_at(*indexes)
    indexes.each { |i| self[Primitive.int(i)] unless Range === i }
    to_a.values_at(*indexes)
  end

  enumerator def each(&block)
    to_a.each(&block)
    self
  end

  enumerator def each_pair
    to_h.each { |pair| yield pair }
    self
  end

  def deconstruct_keys(names)
    return to_h if names.nil?
    raise TypeError, "wrong argument type #{names.class} (expected Array or nil)" unless Array === names
    names.size > members.size ? {} : to_h.slice(*names.take_while { |name| Symbol === name && members.include?(name) })
  end
end

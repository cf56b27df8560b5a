# Methods of Struct that are made of others.
class Struct
  private opaque def initialize(*values, **options)
    members, named = Primitive.members(self), Primitive.keyword_init(self)
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

  def to_h = Primitive.members(self).zip(Primitive.values(self)).each_entry.to_h { |name, value| block_given? ? yield(name, value) : [name, value] }
  def ==(other) = equal?(other) || Primitive.kind(self).equal?(Primitive.kind(other)) && Primitive.values(self) == Primitive.values(other)
  def size = Primitive.values(self).size
  alias length size

  def values_at(*indexes)
    indexes.each { |i| self[Primitive.int(i)] unless Range === i }
    Primitive.values(self).values_at(*indexes)
  end

  enumerator def each(&block)
    Primitive.values(self).each(&block)
    self
  end

  enumerator def each_pair
    Primitive.members(self).zip(Primitive.values(self)) { |pair| yield pair }
    self
  end

  def deconstruct_keys(names)
    members, all = Primitive.members(self), Primitive.members(self).zip(Primitive.values(self)).to_h
    return all if names.nil?
    raise TypeError, "wrong argument type #{names.class} (expected Array or nil)" unless Array === names
    names.size > members.size ? {} : all.slice(*names.take_while { |name| Symbol === name && members.include?(name) })
  end
end

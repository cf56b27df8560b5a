# Ruby's OpenStruct: an object whose attributes are those that it is given.
class OpenStruct
  complete

  opaque def initialize(hash = nil)
    @table = {}
    hash&.each_pair { |key, value| self[key] = value }
  end

  opaque def initialize_copy(other)
    @table = {}
    other.each_pair { |key, value| self[key] = value }
  end

  opaque def freeze
    @table.freeze
    super
  end

  opaque def [](name) = @table[name.to_sym]

  opaque def []=(name, value)
    key = name.to_sym
    define_singleton_method(key) { @table[key] } if !@table.key?(key) && respond_to?(key, true)
    @table[key] = value
  end

  opaque def to_h(&block) = block ? @table.to_h(&block) : @table.dup

  opaque def each_pair(&block)
    return @table.each_pair unless block
    @table.each_pair(&block)
    self
  end

  opaque def dig(name, *names) = @table.dig(name.to_sym, *names)
  opaque def delete_field(name) = @table.delete(name.to_sym)
  opaque def ==(other) = other.is_a?(OpenStruct) && to_h == other.to_h
  opaque def eql?(other) = other.is_a?(OpenStruct) && to_h.eql?(other.to_h)
  opaque def hash = @table.hash
  opaque def respond_to_missing?(name, all = false) = @table.key?(name.to_s.chomp("=").to_sym) || super

  opaque def method_missing(name, *args)
    text = name.to_s
    if text.end_with?("=")
      self[text.chomp("=")] = args.first
    elsif args.empty?
      @table[name]
    else
      super
    end
  end

  opaque def inspect = "#<#{self.class}#{@table.map { |key, value| " #{key}=#{value.inspect}" }.join(",")}>"
  alias to_s inspect
end

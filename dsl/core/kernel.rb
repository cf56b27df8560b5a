module Kernel
  def !~(other) = !(self =~ other)
  def <=>(other) = (0 if self == other)
  def display(*) = nil

  opaque partial yieldsSelf forks def tap
    yield self
    self
  end

  opaque partial yieldsSelf givesBlock enumerates forks def then = block_given? ? yield(self) : to_enum(:then) { 1 }
  alias yield_self then

  opaque partial anyOrder def instance_of?(of)
    raise TypeError, "class or module required" unless Module === of
    self.class.equal?(of)
  end

  private def p(*values) = values.size > 1 ? values : values.first
  alias pp p

  private def Hash(value)
    return {} if value.nil? || value == []
    return value if value.is_a?(Hash)
    raise TypeError, "can't convert #{value.class} into Hash" unless value.respond_to?(:to_hash)
    value.to_hash
  end

  private forks def Array(value) = Primitive.is?(value, Object) && !(Array === value) ? [*value] : value

  private forks def Pathname(path) = Primitive.call(Pathname, :new, path)

  private converts forks def URI(uri)
    return uri if Primitive.is?(uri, URI::Generic)
    raise ArgumentError, "bad argument (expected URI object or URI string)" unless uri.respond_to?(:to_str)
    Primitive.call(URI, :parse, uri)
  end

  # They end the program; what was drawn stays.
  private steers def exit(status = true) = raise(SystemExit, "exit")

  private steers def abort(message = "exit") = raise(SystemExit, message.to_s)

  def singleton_method(name)
    raise NameError, "undefined singleton method '#{name}' for #{inspect}" unless singleton_methods(false).include?(name.to_sym)
    method(name)
  end

  # ActiveSupport: core_ext/kernel.
  private forks def silence_warnings = yield

  private forks def suppress(*classes)
    yield
  rescue *classes
    nil
  end
end

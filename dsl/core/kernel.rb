module Kernel
  def =~(_other) = nil
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

  # The program has no output, no clock and no end.
  private def puts(*) = nil
  alias print puts
  private def warn(*, **) = nil
  private def srand(_seed = nil) = 0
  alias sleep srand
  private def at_exit = nil
  private def autoload(_name, _file) = nil
  private def set_trace_func(_code) = nil
  alias singleton_method_added set_trace_func

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

  opaque partial def methods(all = true) = all ? Primitive.method_names(Primitive.lookup(self), "") : singleton_methods(false)

  # What an object has itself counts as its class's.
  def public_methods(all = true)
    classes = Primitive.lookup(self)
    classes = classes.first(1 + classes.index { |k| Class === k && !k.singleton_class? }) unless all
    Primitive.method_names(classes, __method__.name.delete_suffix("_methods"))
  end
  alias private_methods public_methods
  alias protected_methods public_methods

  def singleton_methods(all = true)
    Primitive.method_names(Primitive.lookup(self).take_while { |k| all && !(Class === k) || k.singleton_class? && (all || k.attached_object.equal?(self)) }, "")
  end

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

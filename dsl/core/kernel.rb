module Kernel
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

  # ActiveSupport: core_ext/kernel.
  private forks def silence_warnings = yield

  private forks def suppress(*classes)
    yield
  rescue *classes
    nil
  end
end

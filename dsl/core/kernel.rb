module Kernel
  private def p(*values) = values.size > 1 ? values : values.first
  alias pp p

  private def Hash(value)
    return {} if value.nil? || value == []
    return value if value.is_a?(Hash)
    raise TypeError, "can't convert #{value.class} into Hash" unless value.respond_to?(:to_hash)
    value.to_hash
  end

  # ActiveSupport: core_ext/kernel.
  private forks def silence_warnings = yield

  private forks def suppress(*classes)
    yield
  rescue *classes
    nil
  end
end

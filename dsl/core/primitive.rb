# What several methods in core have in common. Values that only the application knows stay
# as they are: they are none of the hashes and lists whose parts are looked at.
class << Primitive
  # The value with other keys in its hashes, however deep.
  forks def rekey(value, &block)
    return is?(value, Array) ? value.map { |v| rekey(v, &block) } : value unless is?(value, Hash)
    hash = value.to_h { |k, v| [yield(k), rekey(v, &block)] }
    HashWithIndifferentAccess === value ? hash.with_indifferent_access : hash
  end

  # The value with other values in its hashes and lists, however deep.
  forks def revalue(value, &block)
    return value.transform_values { |v| revalue(v, &block) } if is?(value, Hash)
    is?(value, Array) ? value.map { |v| revalue(v, &block) } : yield(value)
  end

  # A copy of the value, and of what it holds, however deep.
  forks def duplicate(value)
    return value.map { |v| duplicate(v) } if is?(value, Array)
    return value.dup.transform_values! { |v| duplicate(v) } if is?(value, Hash)
    return value.dup if is?(value, String)
    is?(value, Object) ? value.deep_dup : value
  end

  # What a method or UnboundMethod shows; of is what it is of.
  def signature(method, of)
    forms = { req: "%s", opt: "%s=...", rest: "*%s", keyreq: "%s:", key: "%s: ...", keyrest: "**%s", nokey: "**nil", block: "&%s" }
    list = method.parameters.map { |kind, name| forms[kind] % (name || (kind == :req ? "_" : "")).to_s.delete("*&") }
    original = "(#{method.original_name})" unless method.name == method.original_name
    "#<#{method.class}: #{of}#{method.name}#{original}(#{list.join(", ").sub("*, **, &", "...")})#{" " + method.source_location.join(":") if method.source_location}>"
  end

  # A lambda that collects arguments until there are enough for code.
  forks def curried(code, wanted, args)
    more = ->(*added, **options, &block) do
      all = args + added
      all.size < wanted ? Primitive.curried(code, wanted, all) : code.call(*all, **options, &block)
    end
    proc_like(code, more)
  end

  # A lambda that gives what first makes of its arguments to second, of which given is the program's.
  forks def composed(first, second, given)
    raise TypeError, "callable object is expected" unless is?(given, Object) && given.respond_to?(:call)
    proc_like(first, ->(*args, **options, &block) { second.call(first.call(*args, **options, &block)) })
  end

  # The lambda, or a proc that calls it where the other one is a proc.
  forks def proc_like(other, made)
    return made unless Proc === other && !other.lambda?
    proc { |*args, **options, &block| made.call(*args, **options, &block) }
  end
end

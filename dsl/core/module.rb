class Module
  asksKinship def <=(other)
    raise TypeError, "compared with non class/module" unless Module === other
    ancestors.include?(other) || (false if other.ancestors.include?(self))
  end

  asksKinship def <(other) = self != other && self <= other

  asksKinship def >=(other)
    raise TypeError, "compared with non class/module" unless Module === other
    other <= self
  end

  asksKinship def >(other) = self != other && self >= other

  def <=>(other)
    return unless other.is_a?(Module)
    self == other ? 0 : {true => -1, false => 1}[self < other]
  end

  asksKinship def include?(other)
    raise TypeError, "wrong argument type #{other.class} (expected Module)" unless other.instance_of?(Module)
    other != self && ancestors.include?(other)
  end

  def included_modules = ancestors.grep_v(Class) - [self]

  # ActiveSupport: core_ext/module/introspection, core_ext/object/deep_dup.
  def deep_dup = name ? self : dup
  def module_parent_name = name && name.rpartition("::").first.presence
  def module_parent = (name = module_parent_name) ? name.constantize : Object
end

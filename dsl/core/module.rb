class Module
  def <=>(other)
    return unless other.is_a?(Module)
    self == other ? 0 : {true => -1, false => 1}[self < other]
  end

  def included_modules = ancestors.grep_v(Class) - [self]

  # ActiveSupport: core_ext/module/introspection.
  def module_parent_name = name && name.rpartition("::").first.presence
  def module_parent = (name = module_parent_name) ? name.constantize : Object
end

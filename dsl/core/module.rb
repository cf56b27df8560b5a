class Module
  private forks def initialize(&block) = block && module_exec(self, &block)

  # A routes file that refines a class is the only user of that.
  changesClass forks def refine(of, &block) = block && of.module_exec(of, &block)

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

  asksKinship def instance_methods(all = true) = Primitive.method_names(all ? ancestors : [self], __method__.name[/^[a-z]+/])
  alias public_instance_methods instance_methods
  alias private_instance_methods instance_methods
  alias protected_instance_methods instance_methods

  changesClass def private_class_method(*names)
    singleton_class.send(__method__.name.delete_suffix("_class_method"), *names)
    self
  end
  alias public_class_method private_class_method

  def included_modules = ancestors.grep_v(Class) - [self]

  # ActiveSupport: core_ext/module/introspection, core_ext/object/deep_dup.
  def deep_dup = name ? self : dup
  def module_parent_name = name && name.rpartition("::").first.presence
  def module_parent = (name = module_parent_name) ? name.constantize : Object
end

class Object
  # ActiveSupport: core_ext/object.
  showsParts def to_param = to_s
  def as_json(*) = self
  def duplicable? = true
  def deep_dup = dup
  def acts_like?(_duck) = false
  def html_safe? = false

  opaque forks sends def try(*args, **options, &block)
    return if nil?
    return block.arity == 0 ? instance_exec(&block) : yield(self) if args.empty? && block
    public_send(*args, **options, &block) if __method__ == :try! || respond_to?(args[0])
  end
  alias try! try

  def blank? = respond_to?(:empty?) ? !!empty? : !self

  anyOrder def present? = !blank?

  sameOrder def presence = blank? ? nil : self

  anyOrder def in?(other)
    raise ArgumentError, "The parameter passed to #in? must respond to #include?" unless other.respond_to?(:include?)
    other.include?(self)
  end

  def presence_in(other) = in?(other) ? self : nil
  def instance_variable_names = instance_variables.map(&:name)
  def instance_values = instance_variables.to_h { |name| [name[1..], instance_variable_get(name)] }

  showsParts def to_json(*) = ActiveSupport::JSON.encode(self)
end

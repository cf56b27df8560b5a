class Object
  # ActiveSupport: core_ext/object.
  showsParts def to_param = to_s
  def as_json(*) = self
  def duplicable? = true
  def deep_dup = dup
  def acts_like?(_duck) = false
  def html_safe? = false

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

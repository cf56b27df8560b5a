# What ActiveSupport adds to Object: core_ext/object.
class Object
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

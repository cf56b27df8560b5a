# Methods of Data that are made of others.
class Data
  private opaque def initialize(*values, **options)
    raise ArgumentError, "wrong number of arguments (given #{values.size}, expected 0)" unless values.empty?
    members = Primitive.members(self)
    missing = members.reject { |name| options.key?(name) || options.key?(name.name) }
    raise ArgumentError, "missing keyword#{"s" if missing.size > 1}: #{missing.map(&:inspect).join(", ")}" unless missing.empty?
    unknown = options.keys.reject { |key| members.include?(key.to_s.to_sym) }
    raise ArgumentError, "unknown keyword#{"s" if unknown.size > 1}: #{unknown.map(&:inspect).join(", ")}" unless unknown.empty?
    Primitive.fill(self, members.map { |name| options.fetch(name) { options[name.name] } })
  end

  def with(**changes) = changes.empty? ? self : Primitive.kind(self).new(**Primitive.members(self).zip(Primitive.values(self)).to_h, **changes)
end

class Symbol
  def casecmp(other) = Symbol === other ? name.casecmp(other.name) : nil
  def casecmp?(other) = Symbol === other ? name.casecmp?(other.name) : nil
end

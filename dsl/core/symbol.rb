# Methods of Symbol are those of its name.
class Symbol
  def <=>(other) = Symbol === other ? name <=> other.name : nil
  def casecmp(other) = Symbol === other ? name.casecmp(other.name) : nil
  def casecmp?(other) = Symbol === other ? name.casecmp?(other.name) : nil
  def upcase(*options) = name.upcase(*options).to_sym
  def downcase(*options) = name.downcase(*options).to_sym
  def capitalize(*options) = name.capitalize(*options).to_sym
  def swapcase(*options) = name.swapcase(*options).to_sym
  def succ = name.succ.to_sym
  alias next succ
end

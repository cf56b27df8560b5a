# Methods of Enumerator::Chain.
class Chain
  def size
    sizes = Primitive.chained(self).map { |part| part.respond_to?(:size) ? part.size : nil }
    sizes.sum unless sizes.include?(nil)
  end

  def inspect = "#<#{self.class}: #{Primitive.chained(self).inspect}>"
end
